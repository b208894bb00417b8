import { subtitleTranslate } from './subtitle-translate/index.ts'
import type { ServerTask } from './task.ts'
import { videoExtract } from './video-extract/index.ts'
import { videoIngest } from './video-ingest/index.ts'
import { videoSynthesis } from './video-synthesis/index.ts'

/** Every kind of task that the server starts and does. */
export const serverTasks: readonly ServerTask[] = [videoExtract, subtitleTranslate, videoSynthesis, videoIngest]
