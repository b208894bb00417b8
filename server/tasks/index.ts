import { dubOutput } from './dub-output/index.ts'
import { eraseLook } from './erase-look/index.ts'
import { lineSpeech } from './line-speech/index.ts'
import { lineTranslate } from './line-translate/index.ts'
import { subtitleTranslate } from './subtitle-translate/index.ts'
import type { ServerTask } from './task.ts'
import { videoDubbingOnly } from './video-dubbing-only/index.ts'
import { videoDubbing } from './video-dubbing/index.ts'
import { videoErase } from './video-erase/index.ts'
import { videoExtract } from './video-extract/index.ts'
import { videoImport } from './video-import/index.ts'
import { videoIngest, videoInspection } from './video-ingest/index.ts'
import { videoSynthesis } from './video-synthesis/index.ts'
import { videoTranslate } from './video-translate/index.ts'

/** Every kind of task that the server starts and runs. */
export const serverTasks: readonly ServerTask[] = [
  videoExtract,
  subtitleTranslate,
  lineTranslate,
  lineSpeech,
  videoTranslate,
  videoDubbing,
  videoDubbingOnly,
  dubOutput,
  videoSynthesis,
  videoErase,
  eraseLook,
  videoIngest,
  videoImport,
]

/** The same for files without an editor: no playable copies are made. */
export const fileTasks: readonly ServerTask[] = serverTasks.map((task) =>
  task === videoIngest ? videoInspection : task,
)
