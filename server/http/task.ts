import type { taskCalls } from '#core/contract/task.ts'
import type { Deps } from '../app/deps.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import {
  deleteTask,
  getTask,
  listTasks,
  quote,
  startExtract,
  startSynthesis,
  startTranslate,
  sumTasks,
} from '../app/tasks.ts'
import { done, type HandlersOf } from './context.ts'

export function taskHandlers(deps: Deps): HandlersOf<typeof taskCalls> {
  return {
    runExtract: (input, { accountId }) => startExtract(deps, accountId, input),
    runTranslate: (input, { accountId }) => startTranslate(deps, accountId, input),
    runSynthesis: (input, { accountId }) => startSynthesis(deps, accountId, input),
    quote: async (input, { accountId, language }) => {
      try {
        const { credits, engine } = await quote(deps, accountId, input)
        return { credits, available: true, detail: engine }
      } catch (error) {
        if (!(error instanceof Refusal) || error.kind !== 'refused') throw error
        return { credits: 0, available: false, detail: translateMessage(language, error.key, error.params) }
      }
    },
    listTasks: (input, { accountId, language }) => listTasks(deps, accountId, language, input),
    sumTasks: (_, { accountId }) => sumTasks(deps.db, accountId),
    getTask: ({ task_id }, { accountId, language }) => getTask(deps, accountId, language, task_id),
    deleteTask: ({ task_id }, { accountId }) => deleteTask(deps, accountId, task_id).then(done),
  }
}
