import type { workflowCalls } from '#core/contract/workflow.ts'
import type { Deps } from '../app/deps.ts'
import { addPerson, deletePerson, editPerson } from '../app/workflow/people.ts'
import { assignVersions, getWorkflow, listStageEntries, setDeadline, setStage } from '../app/workflow/stages.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about deadlines, people and stages. */
export function workflowHandlers({ db }: Deps): HandlersOf<typeof workflowCalls> {
  return {
    getWorkflow: ({ folder_id }, { accountId }) => getWorkflow(db, accountId, folder_id),
    setDeadline: (input, { accountId }) => setDeadline(db, accountId, input).then(done),
    addPerson: (input, { accountId }) => addPerson(db, accountId, input),
    editPerson: (input, { accountId }) => editPerson(db, accountId, input),
    deletePerson: ({ person_id }, { accountId }) => deletePerson(db, accountId, person_id).then(done),
    setStage: (input, { accountId }) => setStage(db, accountId, input),
    assignVersions: (input, { accountId }) => assignVersions(db, accountId, input),
    listStageEntries: ({ file_id }, { accountId }) => listStageEntries(db, accountId, file_id),
  }
}
