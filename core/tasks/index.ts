import type { TaskKind } from './kind.ts'
import { subtitleTranslate } from './subtitle-translate.ts'
import { videoExtract } from './video-extract.ts'
import { videoIngest } from './video-ingest.ts'
import { videoSynthesis } from './video-synthesis.ts'

/** Every kind of task of the product. */
export const taskKinds: readonly TaskKind[] = [videoExtract, subtitleTranslate, videoSynthesis, videoIngest]

/** The kind of a type; undefined for a type that this version does not know. */
export function kindOf(type: string): TaskKind | undefined {
  return taskKinds.find((kind) => kind.type === type)
}
