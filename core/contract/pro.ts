import { z } from 'zod'
import { fileSorts } from '../domain/files.ts'
import { profileIds } from '../domain/profiles.ts'
import { pronunciationLimits } from '../domain/pronunciation.ts'
import { subtitleSources } from '../domain/task.ts'
import { stages } from '../domain/workflow.ts'
import { burnStyle } from '../subtitle/burn/burn-style-schema.ts'
import { folderGlossary, folderTerm } from '../tasks/translation.ts'
import { call, forPrograms, listOf } from './call.ts'
import { id, language, line, pageInput, pagePlace, queryInt, revision, text } from './fields.ts'

/** In lower case a word stands for all cases; `say` is another spelling, or phonemes as `[[…]]`. */
const pronunciation = z.object({
  language: language.or(z.literal('')),
  word: line(pronunciationLimits.length, 1),
  say: line(pronunciationLimits.length, 1),
})

/** The same as stored: without the limits of what is sent. */
export const storedPronunciation = z.object({
  language: pronunciation.shape.language,
  word: z.string(),
  say: z.string(),
})

/** Settings for everything in a folder. */
const settings = z.object({
  /** The delivery guide of its subtitles; empty if each user chooses. */
  profile: z.enum(['', ...profileIds]),
  /** Glossary by language. */
  glossary: folderGlossary,
  /** Look of new subtitles in the picture; null for the default. */
  style: z.nullable(burnStyle),
  /** Target languages of its videos. */
  languages: z.array(language).max(24),
  /** How voices speak words of its lines. */
  pronunciations: z.array(pronunciation).max(pronunciationLimits.most),
})

/** The same as stored. */
const storedSettings = settings.extend({
  glossary: z.array(folderTerm),
  languages: z.array(language),
  pronunciations: z.array(storedPronunciation),
})
export type FolderSettings = z.infer<typeof storedSettings>

const proFolder = z
  .object({
    folder_id: z.string(),
    folder_name: z.string(),
    create_time: z.string(),
    /** Signed addresses of the pictures of some videos. */
    covers: z.array(z.string()),
    video_sum: z.number().int(),
    duration_ms: z.number().int(),
    /** Versions of its videos, and subtitle files without one. */
    subtitle_sum: z.number().int(),
    role_sum: z.number().int(),
    batch_sum: z.number().int(),
    task_sum_ing: z.number().int(),
    task_sum_fail: z.number().int(),
    /** Progress of its unfinished batches and tasks, 0 to 1; 1 without any. */
    progress: z.number(),
    /** Its deadline; empty if there is none. */
    deadline: z.string(),
    /** Whether it has versions and all are delivered. */
    is_delivered: z.boolean(),
    /** Number of its videos with subtitles in a language; 0 where only files without a video are in it. */
    languages: z.array(z.object({ language: z.string(), videos: z.number().int() })),
  })
  .meta({ id: 'ProFolder' })
export type ProFolder = z.infer<typeof proFolder>

/** A version in a list of videos: only what its chip shows. */
const proVersion = z.object({
  file_id: z.string(),
  name: z.string(),
  language: z.string(),
  from: z.enum(subtitleSources),
  version: z.number().int(),
  is_use: z.boolean(),
  role_state: z.number().int(),
  cue_sum: z.number().int(),
  /** Cues with an error: times, order, no text. */
  error_sum: z.number().int(),
  /** Cues that its task marked for review. */
  flag_sum: z.number().int(),
  /** Its workflow stage, and whether it was edited after it was checked or delivered. */
  stage: z.enum(stages),
  is_changed: z.boolean(),
  /** Id and name of the assignee; empty if unassigned. */
  assignee_id: z.string(),
  assignee: z.string(),
  revision: z.number().int(),
  update_time: z.string(),
})
export type ProVersion = z.infer<typeof proVersion>

const proVideo = z
  .object({
    video_id: z.string(),
    video_name: z.string(),
    video_cover: z.string(),
    duration_ms: z.number().int(),
    is_wide: z.boolean(),
    language: z.string(),
    state: z.number().int(),
    progress: z.number(),
    fail_msg: z.string(),
    create_time: z.string(),
    /** In the order of their languages, the active one of each first. */
    versions: z.array(proVersion),
    task_sum_ing: z.number().int(),
    task_sum_fail: z.number().int(),
  })
  .meta({ id: 'ProVideo' })
export type ProVideo = z.infer<typeof proVideo>

const proSubtitle = proVersion.extend({ video_id: z.string(), video_name: z.string() }).meta({ id: 'ProSubtitle' })
export type ProSubtitle = z.infer<typeof proSubtitle>

const place = {
  /** `next` of the page before; empty for the first one. */
  after: pagePlace,
  limit: queryInt({ min: 1, max: 200 }).default(60),
}
/** Where the next page begins, empty after the last one; and the number of matches, on the first page only. */
const placed = { next: z.string(), total: z.nullable(z.number().int()) }

/** Folders of studios, with totals of videos, versions and tasks in one answer. */
export const proCalls = {
  listProFolders: call({
    method: 'GET',
    path: '/admin/pro.folder/getlist',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Folders with their contents, the progress of their tasks and their languages, newest first',
    input: z.object({ search: text(200).default(''), ...pageInput }),
    data: listOf(proFolder),
  }),
  getProFolder: call({
    method: 'GET',
    path: '/admin/pro.folder/getinfo',
    access: 'visitor',
    auth: forPrograms,
    summary: 'One folder with its settings',
    input: z.object({ folder_id: id }),
    data: proFolder.extend({ settings: storedSettings, revision: z.number().int() }),
  }),
  setFolderSettings: call({
    method: 'POST',
    path: '/admin/pro.folder/setsettings',
    access: 'visitor',
    auth: forPrograms,
    limits: { bodyBytes: 4 * 1024 ** 2 },
    summary: 'Store the settings of a folder at `revision`; omitted fields stay',
    input: z.object({ folder_id: id, revision, settings: settings.partial() }),
    data: z.object({ settings: storedSettings, revision: z.number().int() }),
  }),
  listProVideos: call({
    method: 'GET',
    path: '/admin/pro.folder/videos',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Videos of a folder with their versions and running tasks, a page by cursor',
    input: z.object({
      folder_id: id,
      search: text(200).default(''),
      sort: z.enum(fileSorts).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
      ...place,
    }),
    data: z.object({ list: z.array(proVideo), ...placed }),
  }),
  listProSubtitles: call({
    method: 'GET',
    path: '/admin/pro.folder/subtitles',
    access: 'visitor',
    auth: forPrograms,
    summary: 'Versions of all videos of a folder and its files without one, by name, a page by cursor',
    input: z.object({
      folder_id: id,
      search: text(200).default(''),
      language: language.optional(),
      from: z.enum(subtitleSources).optional(),
      /** Files without a video that can be bound to one. */
      unbound: z.enum(['0', '1']).default('0'),
      ...place,
    }),
    data: z.object({ list: z.array(proSubtitle), ...placed }),
  }),
}
