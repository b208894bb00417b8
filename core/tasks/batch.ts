import type { TaskKind } from './kind.ts'

/** Tasks that one batch may start. */
export const MAX_BATCH_TASKS = 3000

/** One task of a batch before it is started. */
export interface BatchCell {
  readonly videoId: string
  /** The language to make; for a kind that makes none, of the version to work on. Undefined where none was chosen. */
  readonly language: string | undefined
}

/** Videos times languages, video by video; each once. */
export function batchCells(videoIds: readonly string[], languages: readonly string[]): BatchCell[] {
  const wanted = languages.length > 0 ? [...new Set(languages)] : [undefined]
  return [...new Set(videoIds)].flatMap((videoId) => wanted.map((language) => ({ videoId, language })))
}

/** Whether a kind's configuration says which language to make. */
export function makesLanguage({ config }: TaskKind): boolean {
  return 'to_language' in config.shape
}
