import type { resultCalls } from '#core/contract/result.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { videoTranslate } from '#core/tasks/video-translate.ts'
import type { Deps } from '../app/deps.ts'
import { keepSubtitles, keepVideo } from '../app/results.ts'
import { readContent, writeContent } from '../app/subtitles/content.ts'
import { type HandlersOf, unlessStale } from './context.ts'

/** Handlers of the calls about results of tasks. */
export function resultHandlers(deps: Deps): HandlersOf<typeof resultCalls> {
  return {
    getSubtitlesContent: ({ file_id }, { accountId }) => readContent(deps, accountId, file_id),
    setSubtitlesContent: (input, { accountId }) => writeContent(deps, accountId, input).then(unlessStale),
    keepSubtitles: (input, { accountId }) => keepSubtitles(deps, accountId, input),
    keepDub: (input, caller) => keepVideo(deps, caller, [videoDubbingOnly.type, videoDubbing.type], input),
    keepSynthesis: (input, caller) => keepVideo(deps, caller, [videoSynthesis.type, videoTranslate.type], input),
    keepErased: (input, caller) => keepVideo(deps, caller, [videoErase.type], input),
  }
}
