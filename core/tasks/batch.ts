import type { TaskKind } from './kind.ts'

/** Most tasks of a batch. */
export const MAX_BATCH_TASKS = 3000

/** One task of a batch before it is started. */
export interface BatchCell {
  readonly videoId: string
  /** The target language; for a kind without one, the version's. Undefined if none was chosen. */
  readonly language: string | undefined
}

/** Videos times languages, video by video, without duplicates. */
export function batchCells(videoIds: readonly string[], languages: readonly string[]): BatchCell[] {
  const wanted = languages.length > 0 ? [...new Set(languages)] : [undefined]
  return [...new Set(videoIds)].flatMap((videoId) => wanted.map((language) => ({ videoId, language })))
}

/** Whether a kind's configuration has a target language. */
export function makesLanguage({ config }: TaskKind): boolean {
  return 'to_language' in config.shape
}
