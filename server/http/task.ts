import type { taskCalls } from '#core/contract/task.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import { videoExtract } from '#core/tasks/video-extract.ts'
import { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { videoTranslate } from '#core/tasks/video-translate.ts'
import type { Deps } from '../app/deps.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import { readScriptFile } from '../app/subtitles/script-file.ts'
import { makeDubOutput } from '../app/tasks/dub-output.ts'
import { lookAtErase } from '../app/tasks/look-at-erase.ts'
import { getTask, listRunning, listTasks, readTasks, sumTasks } from '../app/tasks/read.ts'
import { prepareTaskZip } from '../app/tasks/download.ts'
import { deleteTask } from '../app/tasks/remove.ts'
import { retryTask } from '../app/tasks/retry.ts'
import { quoteTranslateFiles, translateFiles } from '../app/tasks/start-files.ts'
import { speakLine } from '../app/tasks/speak-line.ts'
import { translateLine } from '../app/tasks/translate-line.ts'
import { describeSame } from '../app/tasks/same.ts'
import { quote, runTask } from '../app/tasks/start.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about tasks. */
export function taskHandlers(deps: Deps): HandlersOf<typeof taskCalls> {
  return {
    runExtract: (input, context) => runTask(deps, context, videoExtract.type, input),
    readScript: (input, { accountId }) => readScriptFile(deps, accountId, input),
    runTranslate: (input, context) => runTask(deps, context, subtitleTranslate.type, input),
    runLineTranslation: (input, context) => translateLine(deps, context, input),
    runLineSpeech: (input, context) => speakLine(deps, context, input),
    runTranslateFiles: (input, context) => translateFiles(deps, context, input),
    quoteTranslateFiles: (input, caller) => quoteTranslateFiles(deps, caller, input),
    runSynthesis: (input, context) => runTask(deps, context, videoSynthesis.type, input),
    runVideoTranslate: (input, context) => runTask(deps, context, videoTranslate.type, input),
    runDubbing: (input, context) => runTask(deps, context, videoDubbing.type, input),
    runDubbingOnly: (input, context) => runTask(deps, context, videoDubbingOnly.type, input),
    runDubOutput: (input, context) => makeDubOutput(deps, context, input),
    lookAtErase: (input, context) => lookAtErase(deps, context, input),
    runErase: (input, context) => runTask(deps, context, videoErase.type, input),
    quote: async (input, { accountId, language }) => {
      try {
        const { credits, engine, changed, remarks, used, same } = await quote(deps, accountId, input)
        return {
          credits,
          available: true,
          detail: engine,
          changed: changed ?? null,
          remarks: remarks.map(({ key, params }) => translateMessage(language, key, params)),
          same: describeSame(same),
          uses: { picture: used.picture_of !== undefined, sound: used.sound_of !== undefined },
        }
      } catch (error) {
        if (!(error instanceof Refusal) || (error.kind !== 'refused' && error.kind !== 'notice')) throw error
        return {
          credits: 0,
          available: false,
          detail: translateMessage(language, error.key, error.params),
          changed: null,
          remarks: [],
          same: null,
          uses: { picture: false, sound: false },
        }
      }
    },
    listTasks: (input, { accountId, language }) => listTasks(deps, accountId, language, input),
    listRunning: (_, { accountId, language }) => listRunning(deps, accountId, language),
    sumTasks: (_, { accountId }) => sumTasks(deps.db, accountId),
    getTask: ({ task_id }, { accountId, language }) => getTask(deps, accountId, language, task_id),
    readTasks: ({ task_ids }, { accountId }) => readTasks(deps.db, accountId, task_ids).then(done),
    retryTask: (input, context) => retryTask(deps, context, input),
    downloadTasks: ({ task_ids }, context) => prepareTaskZip(deps, context, task_ids),
    deleteTask: ({ task_id }, { accountId }) => deleteTask(deps, accountId, task_id).then(done),
  }
}
