import type { TaskKind } from './kind.ts'
import { subtitleTranslate } from './subtitle-translate.tsx'
import { videoDubbingOnly } from './video-dubbing-only.tsx'
import { videoDubbing } from './video-dubbing.tsx'
import { videoErase } from './video-erase.tsx'
import { videoExtract } from './video-extract.tsx'
import { videoSynthesis } from './video-synthesis.tsx'
import { videoTranslate } from './video-translate.tsx'

/** Public kinds of tasks, in the menus' order. */
export const taskKinds: readonly TaskKind[] = [
  videoExtract,
  subtitleTranslate,
  videoTranslate,
  videoDubbing,
  videoDubbingOnly,
  videoSynthesis,
  videoErase,
]

/** The kind of a type; undefined for an unknown one. */
export function kindOf(type: string): TaskKind | undefined {
  return taskKinds.find((kind) => kind.type === type)
}
