import { z } from 'zod'
import { dubRemarks } from '../domain/dubbing.ts'
import { textVerdicts } from '../domain/erase-look.ts'
import { languageCodes } from '../domain/languages.ts'
import { mostScriptBytes, mostScriptLetters, mostTranslatedFiles } from '../domain/limits.ts'
import { dubOutput } from '../tasks/dub-output.ts'
import { eraseLook } from '../tasks/erase-look.ts'
import { lineSpeech } from '../tasks/line-speech.ts'
import { lineTranslate } from '../tasks/line-translate.ts'
import { subtitleTranslate } from '../tasks/subtitle-translate.ts'
import { videoDubbingOnly } from '../tasks/video-dubbing-only.ts'
import { videoDubbing } from '../tasks/video-dubbing.ts'
import { videoErase } from '../tasks/video-erase.ts'
import { videoExtract } from '../tasks/video-extract.ts'
import { videoSynthesis } from '../tasks/video-synthesis.ts'
import { videoTranslate } from '../tasks/video-translate.ts'
import { call, forPrograms, listOf, none } from './call.ts'
import { id, idempotencyKey, idList, language, lineRemark, pageInput, pagePlace, queryInt, text } from './fields.ts'
import { voicesApart } from './voices-apart.ts'

export const task = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    /** Type of its kind. */
    task_type: z.string(),
    state: z.number().int(),
    /** 0 to 1. */
    progress: z.number(),
    step: z.string(),
    /** Estimated seconds until it is done, by its pace and that of similar tasks; null if unknown. */
    remaining_s: z.nullable(z.number().int()),
    fail_msg: z.string(),
    /** Key of the failure's reason; empty if it did not fail. */
    fail_key: z.string(),
    credits: z.number().int(),
    cover: z.string(),
    /** Length of its video in milliseconds; 0 without one. */
    duration_ms: z.number().int(),
    /** Working time in milliseconds; null until it is done. */
    took_ms: z.nullable(z.number().int()),
    /** Its batch and project; empty without one. */
    batch_id: z.string(),
    project_id: z.string(),
    /** The chain that it is a step of; empty without one. */
    chain_id: z.string(),
    video_id: z.string(),
    folder_id: z.string(),
    language: z.string(),
    previous_language: z.string(),
    create_time: z.string(),
    update_time: z.string(),
    task_video_url: z.string(),
    /** Subtitle version that the task made. */
    file_id: z.string(),
    task_config: z.record(z.string(), z.unknown()),
    /** The subtitle version that the task works on; empty if there is none, or it is gone. */
    source_file_id: z.string(),
    /** Cues of the result that need review. */
    flagged: z.number().int(),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof task>

/** A cue's result: of a dub, how it fitted into its time. Times in milliseconds. */
const reportLine = z.object({
  cue_id: z.string(),
  verdict: z.string(),
  start: z.number(),
  end: z.number(),
  rate: z.number(),
  note: z.string(),
  /** The cue’s text as the task had it; empty if it was not kept. */
  text: z.string(),
  also: z.array(lineRemark).readonly().optional(),
})

const sharesOfPicture = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const eraseLookData = z.object({
  /** Size of the upright picture in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /**
   * All texts that were found. Captions and requested static text are erased unless `mask.off` names them; others only if
   * `mask.on` does.
   */
  texts: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(textVerdicts),
      reading: z.nullable(z.object({ text: z.string(), confidence: z.number() })),
      /** In shares of the picture, as all regions here. */
      region: sharesOfPicture,
      from_ms: z.number(),
      to_ms: z.number(),
    }),
  ),
  /** Frames of the video with masks of their texts: a PNG of a region, white where text would be erased. */
  stills: z.array(
    z.object({
      at_ms: z.number(),
      url: z.string(),
      masks: z.array(z.object({ id: z.string(), region: sharesOfPicture, url: z.string() })),
    }),
  ),
})

/** Slow-downs of a dub, in milliseconds of the video, with their factors. */
const slowSpan = z.object({ start: z.number(), end: z.number(), factor: z.number() })
/** What the history can be ordered by. */
export const taskOrders = ['create_time', 'task_name', 'task_type', 'state', 'credits', 'duration_ms'] as const

const taskInfo = task.extend({
  source_subtitle_txt: z.string(),
  translate_subtitle_txt: z.string(),
  task_info: z.object({
    lines: z.array(reportLine).readonly(),
    slowed: z.array(slowSpan).readonly(),
    remarks: z.array(z.enum(dubRemarks)).readonly(),
    /** Null if there were no diarised voices. */
    voices: z.nullable(voicesApart),
  }),
})

/** Subtitle files, each from its own language, times target languages. */
const translatedFiles = {
  file_ids: z.array(id).min(1).max(mostTranslatedFiles),
  to_languages: z.array(language).min(1).max(languageCodes.length),
}

/** A script including JSON's escapes. */
const SCRIPT_BODY_BYTES = 4 * mostScriptLetters

/** Tasks of one request. */
const MOST_TASKS = 500

/**
 * The newest task with the same choices for the same video, unfinished or with an existing result; null if there is none.
 */
export const sameTask = z.nullable(z.object({ task_id: z.string(), is_ongoing: z.boolean(), update_time: z.string() }))

const started = z.object({ task_id: z.string(), credits: z.number().int() })

export const taskCalls = {
  runExtract: call({
    method: 'POST',
    path: '/admin/jowoai.videoextract/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits: { bodyBytes: SCRIPT_BODY_BYTES },
    summary: 'Extract the subtitles of a video from its speech, or place the lines of its script where they are spoken',
    input: videoExtract.config.extend({ video_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  readScript: call({
    method: 'POST',
    path: '/admin/jowoai.videoextract/readscript',
    access: 'customer',
    auth: forPrograms,
    scope: 'read',
    limits: { bodyBytes: 2 * mostScriptBytes, perMinute: 60 },
    summary: 'Read a text, Markdown or Word file as the script of an extraction',
    input: z.object({ file_name: text(200, 1), content: z.base64().max(2 * mostScriptBytes) }),
    data: z.object({
      text: z.string(),
      sentences: z.number().int(),
      /** Names in the order of their first words. */
      speakers: z.array(z.string()),
    }),
  }),
  runTranslate: call({
    method: 'POST',
    path: '/admin/jowoai.srttranslate/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Translate a subtitle version',
    input: subtitleTranslate.config.extend({ file_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  runLineTranslation: call({
    method: 'POST',
    path: '/admin/jowoai.srttranslate/runline',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits: { bodyBytes: 256 * 1024, perMinute: 120 },
    summary:
      'Translate one line of a version as a suggestion; waits some seconds for it, and the same key returns the same one',
    input: lineTranslate.config
      .pick({ source_language: true, to_language: true, cue_id: true })
      .extend({ file_id: id, idempotency_key: idempotencyKey }),
    data: z.object({
      task_id: z.string(),
      credits: z.number().int(),
      /** Null until it is available. */
      suggestion: z.nullable(z.object({ ...lineRemark.shape, text: z.string(), also: z.array(lineRemark).readonly() })),
    }),
  }),
  runLineSpeech: call({
    method: 'POST',
    path: '/admin/jowoai.videodubonly/runline',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits: { bodyBytes: 16 * 1024, perMinute: 120 },
    summary:
      'Speak one line of a version by a voice as a take, which a dub in this voice reuses; waits some seconds for it, and the same key returns the same one',
    input: lineSpeech.config.extend({ file_id: id, idempotency_key: idempotencyKey }),
    data: z.object({
      task_id: z.string(),
      credits: z.number().int(),
      /** Null until it is available. */
      take: z.nullable(
        z.object({
          /** WAV; expires after some hours. */
          sound_url: z.string(),
          /** In milliseconds, at the normal rate. */
          duration_ms: z.number(),
          /** Whether the voice stopped in mid-word. */
          breaks_off: z.boolean(),
        }),
      ),
    }),
  }),
  runDubOutput: call({
    method: 'POST',
    path: '/admin/jowoai.videodubonly/output',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits: { bodyBytes: 16 * 1024, perMinute: 120 },
    summary:
      'A finished dub in another form (sound alone, stems, cue sheet, takes, all languages in one file), free of charge; waits some seconds for it, and the same key returns the same one',
    input: dubOutput.config.extend({ dub_task_id: id, idempotency_key: idempotencyKey }),
    data: z.object({
      task_id: z.string(),
      /** Whether it is queued. */
      is_waiting: z.boolean(),
      /** 0 to 1. */
      progress: z.number(),
      /** Empty until it is available; expires after some hours. */
      url: z.string(),
      file_name: z.string(),
    }),
  }),
  runTranslateFiles: call({
    method: 'POST',
    path: '/admin/jowoai.srttranslate/runfiles',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary:
      'Translate several subtitle files into several languages, each from its language: one task and one file for each',
    input: subtitleTranslate.config
      .omit({ source_language: true, to_language: true })
      .extend({ ...translatedFiles, idempotency_key: idempotencyKey }),
    data: z.object({
      batch_id: z.string(),
      tasks: z.array(started.extend({ file_id: z.string(), to_language: z.string() })),
    }),
  }),
  quoteTranslateFiles: call({
    method: 'POST',
    path: '/admin/jowoai.srttranslate/quotefiles',
    access: 'visitor',
    auth: forPrograms,
    scope: 'read',
    summary: 'What translating several subtitle files into several languages would cost, each and together',
    input: z.object(translatedFiles),
    data: z.object({
      /** Of the possible ones. */
      credits: z.number().int(),
      cells: z.array(
        z.object({
          file_id: z.string(),
          to_language: z.string(),
          credits: z.number().int(),
          available: z.boolean(),
          /** Why not, or the name of the engine. */
          detail: z.string(),
        }),
      ),
    }),
  }),
  runSynthesis: call({
    method: 'POST',
    path: '/admin/jowoai.videosynthesis/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Render a video with a subtitle version burned in or as a track',
    input: videoSynthesis.config.extend({
      video_id: id,
      file_id: id,
      /** Another version of the video, shown with the first. */
      second_file_id: id.optional(),
      idempotency_key: idempotencyKey,
    }),
    data: started,
  }),
  runVideoTranslate: call({
    method: 'POST',
    path: '/admin/jowoai.videotranslate/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Translate a version and render it into its video, which keeps its sound',
    input: videoTranslate.config.extend({ video_id: id, file_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  runDubbing: call({
    method: 'POST',
    path: '/admin/jowoai.videodubbing/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Translate a version and dub its video with it',
    input: videoDubbing.config.extend({ video_id: id, file_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  runDubbingOnly: call({
    method: 'POST',
    path: '/admin/jowoai.videodubonly/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Dub a video with a version as it is',
    input: videoDubbingOnly.config.extend({ video_id: id, file_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  runErase: call({
    method: 'POST',
    path: '/admin/jowoai.videoerase/run',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Erase the text in the picture of a video',
    input: videoErase.config.extend({ video_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  lookAtErase: call({
    method: 'POST',
    path: '/admin/jowoai.videoerase/look',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    limits: { perMinute: 120 },
    summary:
      'What an erasure would remove from the picture, free of charge; waits some seconds for it, and the same key returns the same look',
    input: eraseLook.config.extend({ video_id: id, idempotency_key: idempotencyKey }),
    data: z.object({
      task_id: z.string(),
      /** Whether it is queued. */
      is_waiting: z.boolean(),
      /** 0 to 1. */
      progress: z.number(),
      /** Null until it is available. */
      look: z.nullable(eraseLookData),
    }),
  }),
  quote: call({
    method: 'POST',
    path: '/admin/jowoai.price/quote',
    access: 'visitor',
    auth: forPrograms,
    scope: 'read',
    summary: 'What a task would cost, and whether it can run here',
    /** Fields of the kind's configuration, beside the ids. */
    input: z.looseObject({
      task_type: id,
      video_id: id.optional(),
      file_id: id.optional(),
      second_file_id: id.optional(),
      project_id: id.optional(),
    }),
    data: z.object({
      credits: z.number().int(),
      available: z.boolean(),
      /** Why not, or the name of the engine. */
      detail: z.string(),
      /** If an earlier task spoke the cues: how many of them changed since; only these are paid for. */
      changed: z.nullable(z.object({ lines: z.number().int(), of: z.number().int() })),
      /** Remarks before the start, in the caller's language: who will speak, and how it will sound. */
      remarks: z.array(z.string()),
      same: sameTask,
      /** Whether the results chosen for later videos replace the video's own picture and sound. */
      uses: z.object({ picture: z.boolean(), sound: z.boolean() }),
    }),
  }),
  listTasks: call({
    method: 'GET',
    path: '/admin/history.task/getlist',
    access: 'customer',
    auth: forPrograms,
    summary: 'Tasks, newest first',
    input: z.object({
      video_id: id.optional(),
      batch_id: id.optional(),
      project_id: id.optional(),
      chain_id: id.optional(),
      /** To or from a language. */
      language: language.optional(),
      /** Part of the name. */
      search: text(200).default(''),
      /** Sort key; by default newest first. */
      sort: z.enum(taskOrders).optional(),
      /** With `sort`: whether ascending. */
      ascending: z.enum(['0', '1']).default('0'),
      /** Of these kinds only, with commas between them. */
      task_type: idList(20).optional(),
      /** In one state only. */
      state: queryInt({ max: 3 }).optional(),
      /** Age in units of 24 hours. */
      days: queryInt({ min: 1, max: 3650 }).optional(),
      /** Only those that ended and were not looked at. */
      unread: z.enum(['0', '1']).default('0'),
      ...pageInput,
      /** Start of the page, `next` of the answer before; instead of `page`. */
      after: pagePlace,
    }),
    data: listOf(task).extend({
      /** Number of matches; only without `after`. */
      total: z.nullable(z.number().int()),
      /** Where the next page begins; empty after the last one. */
      next: z.string(),
    }),
  }),
  listRunning: call({
    method: 'GET',
    path: '/aiclient/user.info/getExecuteList',
    access: 'customer',
    auth: forPrograms,
    summary: 'Tasks that wait or run, the newest first',
    input: none,
    data: z.object({ list: z.array(task) }),
  }),
  sumTasks: call({
    method: 'GET',
    path: '/admin/history.task/getsum',
    access: 'customer',
    auth: forPrograms,
    summary: 'How many tasks there are',
    input: none,
    data: z.object({ total: z.number().int(), processing: z.number().int(), unread: z.number().int() }),
  }),
  getTask: call({
    method: 'GET',
    path: '/admin/history.task/getinfo',
    access: 'customer',
    auth: forPrograms,
    summary: 'One task with its result',
    input: z.object({ task_id: id }),
    data: taskInfo,
  }),
  readTasks: call({
    method: 'POST',
    path: '/admin/history.task/setread',
    access: 'customer',
    auth: forPrograms,
    summary: 'Mark tasks as looked at',
    input: z.object({ task_ids: z.array(id).min(1).max(MOST_TASKS) }),
    data: none,
  }),
  retryTask: call({
    method: 'POST',
    path: '/admin/history.task/retry',
    access: 'customer',
    auth: forPrograms,
    scope: 'run',
    summary: 'Start a failed task again with its configuration, on the current state of its files',
    input: z.object({ task_id: id, idempotency_key: idempotencyKey }),
    data: started,
  }),
  downloadTasks: call({
    method: 'POST',
    path: '/admin/history.task/download',
    access: 'customer',
    auth: forPrograms,
    scope: 'read',
    summary: 'One zip of the results of tasks, written while it is sent',
    input: z.object({ task_ids: z.array(id).min(1).max(MOST_TASKS) }),
    data: z.object({
      /** Signed, relative to the server, for six hours. */
      url: z.string(),
      file_name: z.string(),
      file_sum: z.number().int(),
    }),
  }),
  deleteTask: call({
    method: 'DELETE',
    path: '/admin/history.task/del',
    access: 'customer',
    auth: forPrograms,
    summary: 'Delete a task that is not running; the credits of a queued one are returned',
    input: z.object({ task_id: id }),
    data: none,
  }),
}
