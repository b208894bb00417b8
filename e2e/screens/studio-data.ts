/** Answers of a server for pictures: folders, videos, versions, batches and tasks in all of their states, made of one video. */
import type { Batch, MatrixCell } from '#core/contract/batch.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { ProFolder, ProSubtitle, ProVersion, ProVideo } from '#core/contract/pro.ts'
import type { Video } from '#core/contract/video.ts'
import { TaskState } from '#core/domain/task.ts'
import { stages } from '#core/domain/workflow.ts'

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const
const LONG = 'Interview with the harbour master, second take, colour corrected, final version 3 (approved)'
const names = ['Episode 1: The harbour', LONG, '港口的早晨：渔民访谈', 'Episode 4', 'Trailer', 'Bonus: deleted scenes']

export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const day = (days: number): string => ago(-days * 24 * 60)
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

export function folders({ video_cover }: Video): ProFolder[] {
  const of = (part: Partial<ProFolder>): ProFolder => ({
    ...{ folder_id: `made-${part.folder_name}`, folder_name: '', create_time: ago(300), covers: [] },
    ...{ video_sum: 12, duration_ms: 12 * 1_420_000, subtitle_sum: 40, role_sum: 6, batch_sum: 3, task_sum_ing: 0 },
    ...{ task_sum_fail: 0, progress: 1, deadline: '', is_delivered: false, languages: [] },
    ...part,
  })
  const full = (videos: number) => LANGUAGES.map((language, n) => ({ language, videos: Math.max(1, videos - n * 2) }))
  const covers = (count: number) => Array.from({ length: count }, (_, n) => `${video_cover}?${n}`)
  return [
    of({ folder_name: 'Harbour, season 1', covers: covers(4), languages: full(12), deadline: day(12) }),
    of({
      folder_name: LONG,
      covers: covers(3),
      languages: full(12),
      task_sum_ing: 28,
      progress: 0.37,
      deadline: day(1),
    }),
    of({
      folder_name: '海港，第二季',
      covers: covers(2),
      languages: full(3).slice(0, 2),
      task_sum_fail: 3,
      deadline: day(-2),
    }),
    of({
      folder_name: 'Shorts',
      covers: covers(1),
      languages: full(1).slice(0, 1),
      deadline: day(3),
      is_delivered: true,
    }),
    of({ folder_name: 'New folder', video_sum: 0, subtitle_sum: 0, duration_ms: 0, role_sum: 0, batch_sum: 0 }),
  ]
}

function version(language: string, part: Partial<ProVersion> = {}): ProVersion {
  return {
    ...{ file_id: `made-${language}`, name: '', language, from: 'translate', version: 1, is_use: false, role_state: 1 },
    ...{ cue_sum: 312, error_sum: 0, flag_sum: 0, stage: 'draft', is_changed: false, assignee_id: '', assignee: '' },
    ...{ revision: 1, update_time: ago(90) },
    ...part,
  }
}

const someVersions = (): ProVersion[] => [
  version('en', { from: 'extract', is_use: true, stage: 'delivered', assignee: 'Marta' }),
  version('es', { flag_sum: 4, role_state: 3, stage: 'checked', assignee: 'Ana' }),
  version('fr', { error_sum: 2, role_state: 0, stage: 'translated', version: 2 }),
  version('zh_cn', { from: 'upload', cue_sum: 0 }),
]

export function videos(video: Video): ProVideo[] {
  const of = (n: number, part: Partial<ProVideo>): ProVideo => ({
    ...{ video_id: `made-${n}`, video_name: at(names, n), video_cover: video.video_cover, duration_ms: 1_420_000 },
    ...{ is_wide: true, language: 'en', state: TaskState.succeeded, progress: 1, fail_msg: '', create_time: ago(900) },
    ...{ versions: someVersions(), task_sum_ing: 0, task_sum_fail: 0 },
    ...part,
  })
  const many = [...LANGUAGES, 'ja', 'ko', 'pl', 'nl', 'tr', 'uk', 'vi'].map((language) => version(language))
  return [
    of(0, {}),
    of(1, { task_sum_ing: 3 }),
    of(2, { language: 'zh_cn', versions: many, duration_ms: 6_543_000 }),
    of(3, { versions: [], task_sum_fail: 2 }),
    of(4, { state: TaskState.running, progress: 0.43, video_cover: '', versions: [], duration_ms: 0 }),
    of(5, {
      state: TaskState.failed,
      fail_msg: video.fail_msg || 'moov atom not found',
      video_cover: '',
      versions: [],
    }),
    ...Array.from({ length: 9 }, (_, n) => of(n + 6, { video_name: `Episode ${n + 5}` })),
  ]
}

export function versions(count: number): ProSubtitle[] {
  return Array.from({ length: count }, (_, n) => ({
    ...version(at(LANGUAGES, n), at(someVersions(), n)),
    ...{ file_id: `made-${n}`, language: at(LANGUAGES, n), stage: at(stages, n), is_changed: n % 7 === 3 },
    ...{ name: n % 9 === 8 ? 'Commentary.en' : '', video_id: n % 9 === 8 ? '' : `made-${n}`, video_name: at(names, n) },
    ...(n % 9 === 8 && { video_name: '' }),
  }))
}

export function batches(): Batch[] {
  const of = (part: Partial<Batch>): Batch => ({
    ...{ batch_id: `made-${part.task_type}`, folder_id: 'made', folder_name: 'Harbour, season 1', project_id: '' },
    ...{ task_type: '', create_time: ago(80), file_sum: 12, task_sum: 72, task_sum_ing: 0, task_sum_success: 72 },
    ...{ task_sum_fail: 0, credits: 340, task_config: {}, skipped: [], download_url: '/zip' },
    ...part,
  })
  const translation = { source_language: 'en', to_languages: [...LANGUAGES], profile: 'netflix' }
  return [
    of({
      ...{ task_type: 'subtitle_translate', create_time: ago(0), task_config: translation, download_url: '' },
      ...{ task_sum_ing: 61, task_sum_success: 11 },
    }),
    of({ task_type: 'video_dubbing', task_sum_fail: 5, task_sum_success: 67, folder_name: LONG }),
    of({ task_type: 'video_extract', create_time: ago(4000), task_sum: 12, task_sum_success: 12 }),
    of({ task_type: 'video_synthesis', create_time: ago(9000) }),
  ]
}

/** Videos times languages with tasks in all states. */
export function matrix(video: Video, rows: number): DataOf<'getBatchMatrix'> {
  const files = Array.from({ length: rows }, (_, n) => ({
    file_id: `made-${n}`,
    name: n < names.length ? at(names, n) : `Episode ${n}`,
    cover: video.video_cover,
    duration_ms: 1_420_000 + n * 61_000,
  }))
  const states: Partial<MatrixCell>[] = [
    { state: TaskState.succeeded },
    { state: TaskState.running, progress: 0.43 },
    { state: TaskState.succeeded, flagged: 4 },
    { state: TaskState.queued },
    { state: TaskState.failed, fail_msg: 'Insufficient credits' },
  ]
  const cells = files.flatMap(({ file_id }, n) =>
    LANGUAGES.map((language, column) => ({
      ...{ task_id: `${file_id}-${language}`, file_id, language, state: 1, progress: 1, step: '', fail_msg: '' },
      ...{ flagged: 0, made_id: '', reference_id: '' },
      ...at(states, n * 2 + column),
    })),
  )
  return { files, cells, cursor: '' }
}

export function workflow(): DataOf<'getWorkflow'> {
  const people = ['Marta', 'Ana García', '王小明'].map((name) => ({ person_id: name, name }))
  return { deadline: day(1), people, counts: { draft: 120, timed: 40, translated: 44, checked: 30, delivered: 6 } }
}

export function changedDubs(): DataOf<'listChangedDubs'> {
  const of = (n: number, part: Partial<DataOf<'listChangedDubs'>['list'][number]>) => ({
    ...{ task_id: `made-${n}`, task_type: 'video_dubbing', video_id: 'made', file_id: `made-${n}` },
    ...{ video_name: at(names, n), language: 'es', lines: 312, changed_lines: 14, credits: 8, refusal: '' },
    ...part,
  })
  return { list: [of(0, {}), of(1, { language: 'fr', changed_lines: 1, credits: 1 })] }
}
