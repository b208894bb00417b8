import { z } from 'zod'
import { nameLengths } from '../domain/limits.ts'
import { profileIds } from '../domain/profiles.ts'
import { subtitleSources } from '../domain/task.ts'
import { burnStyle } from '../subtitle/burn/burn-style-schema.ts'
import { formats } from '../subtitle/formats/format.ts'
import { call, forPrograms, listOf, none, SUBTITLE_BODY_BYTES } from './call.ts'
import { confirmed } from './memory.ts'
import { voicesOfLines } from './voices-apart.ts'
import { fileText, id, idList, int32, language, lineRemark, name, revision, storable, text } from './fields.ts'

/** Id of the saving page, which gets no event of its own save. */
const savedBy = text(64).optional()

/** A stored cue. Limits apply where cues are sent: older stored ones may exceed them. */
export const wireCue = z
  .object({
    cue_id: z.string(),
    srt_index: z.number().int(),
    time: z.string(),
    text: z.string(),
    folder_role_id: z.array(z.string()),
  })
  .meta({ id: 'SubtitleCue' })

const sentCue = z
  .object({
    cue_id: id,
    srt_index: int32(),
    time: text(64),
    /** At most `lineMaxLength`, unless stored so: `refuseLongEdits`. */
    text: storable,
    folder_role_id: z.array(text(64)).max(64),
  })
  .meta({ id: 'SentSubtitleCue' })

const wireChange = z
  .object({
    cue_id: sentCue.shape.cue_id,
    /** Position in the result, from 0, of an added or moved cue. */
    at: int32({ min: 0, max: 200_000 }).optional(),
    /** Null for a removed cue. */
    cue: sentCue.pick({ time: true, text: true, folder_role_id: true }).nullable(),
  })
  .meta({ id: 'SubtitleCueChange' })

/** The user's version of a cue that another edit changed too; null if deleted. */
const lineReading = z.object({
  cue_id: id,
  cue: sentCue.pick({ time: true, text: true, folder_role_id: true }).nullable(),
})

const cueErrors = z.object({
  line_time_error: z.array(z.number().int()),
  no_subtitle: z.array(z.number().int()),
  sequence_time_error: z.array(z.number().int()),
})

const cueWords = z.object({
  cue_id: z.string(),
  /** In milliseconds. */
  start: z.number(),
  end: z.number(),
  text: z.string(),
  words: z.array(z.object({ offset: z.number().int(), start: z.number() })),
})

/** Result of saving cues. */
export const editedVersion = z.object({
  subtitle_ok: z.boolean(),
  error_info: cueErrors,
  role_state: z.number().int(),
  revision: z.number().int(),
  /** Present when `revision` was stale: the stored state. Nothing was written. */
  current: z.array(wireCue).optional(),
})

/** A cue marked for review by the newest task that spoke the version. */
const lineFlag = z.object({
  cue_id: z.string(),
  verdict: z.string(),
  /** Tempo of the speech, 1 being normal. */
  rate: z.number(),
  note: z.string(),
  also: z.array(lineRemark).readonly().optional(),
  /** The cue as the task had it, in milliseconds: the flag holds until it is edited. Null if the task did not say. */
  cue: z
    .object({
      start: z.number(),
      end: z.number(),
      text: z.string(),
      /** The speakers, if the task is unsure of them: its remark on them holds until they change. */
      roles: z.array(z.string()).readonly().optional(),
    })
    .nullable(),
  /** The cue as it was when the user reviewed it without a change; null if not reviewed. */
  review: z
    .object({
      cue_id: z.string(),
      verdict: z.string(),
      start: z.number(),
      end: z.number(),
      text: z.string(),
      person: z.string(),
    })
    .nullable(),
})

export const version = z
  .object({
    file_id: z.string(),
    folder_id: z.string(),
    video_id: z.string(),
    name: z.string(),
    from: z.enum(subtitleSources),
    language: z.string(),
    version: z.number().int(),
    role_state: z.number().int(),
    is_use: z.boolean(),
    revision: z.number().int(),
    cue_sum: z.number().int(),
    /** In bytes, as SubRip. */
    size: z.number().int(),
    /** Its look in the picture; null if not set. */
    style: z.nullable(burnStyle),
    /** The format of its imported file; null if there is none. */
    imported_format: z.nullable(z.enum(formats)),
    /** Whether the styles of an imported SubStation file apply, in place of `style`. */
    file_styles: z.boolean(),
    create_time: z.string(),
    update_time: z.string(),
  })
  .meta({ id: 'SubtitleVersion' })
export type SubtitleVersion = z.infer<typeof version>

/** Subtitle versions. */
export const subtitleCalls = {
  listVersions: call({
    method: 'GET',
    path: '/admin/file.srt/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Subtitle versions of a video; without one, the files of the folder that belong to no video',
    input: z
      .object({ folder_id: id.optional(), video_id: id.optional() })
      .refine(({ folder_id, video_id }) => folder_id !== undefined || video_id !== undefined),
    data: listOf(version),
  }),
  addVersion: call({
    method: 'POST',
    path: '/admin/file.srt/add',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Create a subtitle version from a text in any supported format (EBU STL as base64), or an empty one',
    input: z.object({
      folder_id: id,
      /** Left out for a file without a video. */
      video_id: id.optional(),
      name: name(nameLengths.file),
      language,
      content: fileText.default(''),
      /** Decides the format if the text does not. */
      file_name: text(400).optional(),
      /** Unrolls roll-up captions to single rows at their spoken times; other files stay unchanged. */
      unroll: z.boolean().default(false),
      /**
       * Whether it becomes the active version and replaces an empty, never edited one. By default it becomes active if
       * the active one has no cues.
       */
      activate: z.boolean().optional(),
    }),
    data: version.extend({
      /** The first thousand. */
      problems: z.array(z.object({ line: z.number().int(), kind: z.string(), text: z.string() })),
    }),
  }),
  getVersion: call({
    method: 'GET',
    path: '/admin/file.srt/fileinfo',
    access: 'visitor',
    auth: forPrograms,
    summary: 'One subtitle version with its lines',
    input: z.object({ file_id: id, folder_id: id.optional() }),
    data: version.extend({
      subtitle_txt: z.array(wireCue),
      subtitle_error_info: cueErrors,
      flags: z.array(lineFlag),
      /** The diarised voices of its task; null if there were none. */
      voices: z.nullable(voicesOfLines),
      /** The delivery guide of its folder; empty if not set. */
      profile: z.enum(['', ...profileIds]),
    }),
  }),
  measureVersion: call({
    method: 'GET',
    path: '/admin/file.srt/measure',
    access: 'visitor',
    auth: forPrograms,
    limits: { perMinute: 600 },
    summary:
      'How far a version is from another one of the caller’s in the same language, and how much of it is within the profile',
    input: z.object({ file_id: id, reference_id: id }),
    data: z.object({
      /** Shares, 0 where nothing is wrong: words that differ; edits of words, breaks and times (SubER); breaks alone (TER-br). */
      wer: z.number(),
      suber: z.number(),
      breaks: z.number(),
      /** Share of lines without an error or a warning by the profile: the folder's, else `cuelane`. */
      within: z.number(),
      profile: z.enum(profileIds),
    }),
  }),
  getWordTimes: call({
    method: 'GET',
    path: '/admin/file.srt/wordtimes',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Word times of a version: its cues when the times became known, and the places of words in their text',
    input: z.object({ file_id: id }),
    data: z.object({ list: z.array(cueWords) }),
  }),
  getImportedFile: call({
    method: 'GET',
    path: '/admin/file.srt/imported',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The imported file of a version; its cues are numbered from 1 after `cue_prefix`',
    input: z.object({ file_id: id }),
    data: z.object({
      format: z.enum(formats),
      content: z.string(),
      cue_prefix: z.string(),
      cue_count: z.number().int(),
    }),
  }),
  editVersion: call({
    method: 'POST',
    path: '/admin/file.srt/edit',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Save all cues of a version at `revision`; a stale revision is answered with the newer cues',
    input: z.object({
      file_id: id,
      folder_id: id.optional(),
      from: z.enum(subtitleSources).optional(),
      revision,
      subtitle_txt: z.array(sentCue).max(200_000),
      /** Cues that a merge dropped from a text: kept with the version until the user decides. */
      readings: z.array(lineReading).max(1000).optional(),
      confirmed: confirmed.optional(),
      page_id: savedBy,
    }),
    data: editedVersion,
  }),
  patchVersion: call({
    method: 'POST',
    path: '/admin/file.srt/patch',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary: 'Save the changed cues of a version at `revision`; a stale revision is answered with the newer cues',
    input: z.object({
      file_id: id,
      revision,
      changes: z.array(wireChange).max(200_000),
      /** The digest of the whole text in the editor: a lost answer does no harm, a mismatch is refused. */
      text_digest: text(64),
      confirmed: confirmed.optional(),
      page_id: savedBy,
    }),
    data: editedVersion,
  }),
  editVersions: call({
    method: 'POST',
    path: '/admin/file.srt/editall',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: SUBTITLE_BODY_BYTES },
    summary:
      'Save several versions, all or none: where one revision is stale nothing is written, and the answer has its newer cues',
    input: z.object({
      edits: z
        .array(z.object({ file_id: id, revision, subtitle_txt: z.array(sentCue).max(200_000) }))
        .min(1)
        .max(100),
    }),
    data: z.object({ list: z.array(z.object({ file_id: z.string(), revision: z.number().int() })) }),
  }),
  styleVersion: call({
    method: 'POST',
    path: '/admin/file.srt/setstyle',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set how a version looks in the picture: in the player, and where it is burned in',
    input: z.object({ file_id: id, style: z.optional(burnStyle), file_styles: z.boolean().optional() }),
    data: none,
  }),
  renameVersion: call({
    method: 'POST',
    path: '/admin/file.srt/rename',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Rename a subtitle version',
    input: z.object({ file_id: id, name: name(nameLengths.file) }),
    data: none,
  }),
  setVersionLanguage: call({
    method: 'POST',
    path: '/admin/file.srt/setlanguage',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Set the language of a subtitle version',
    input: z.object({ file_id: id, language }),
    data: none,
  }),
  listTranslations: call({
    method: 'GET',
    path: '/admin/file.srt/derivative',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Versions that tasks made of a version, newest first',
    input: z.object({ file_id: id }),
    data: z.object({ list: z.array(version) }),
  }),
  usedVersions: call({
    method: 'GET',
    path: '/admin/file.srt/getrole',
    access: 'visitor',
    auth: forPrograms,
    summary: 'The subtitles in use of videos in a language, and how far they are tagged with speakers',
    input: z.object({ video_id: idList(200), language: language.default('zh_cn') }),
    data: z.object({
      list: z.array(z.object({ video_id: z.string(), file_id: z.string(), role_state: z.number().int() })),
    }),
  }),
  copyVersion: call({
    method: 'POST',
    path: '/admin/file.srt/copy',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Duplicate a version with its name and lines',
    input: z.object({ file_id: id }),
    data: version,
  }),
  deleteVersion: call({
    method: 'DELETE',
    path: '/admin/file.srt/del',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Delete a subtitle version; where it was active, the newest other one with lines becomes active',
    input: z.object({ folder_id: id, subtitles_id: id }),
    data: none,
  }),
}
