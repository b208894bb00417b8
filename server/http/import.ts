import type { importCalls } from '#core/contract/import.ts'
import type { Deps } from '../app/deps.ts'
import { importFiles, listImportFiles } from '../app/imports/import.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about files of other servers. */
export function importHandlers(deps: Deps): HandlersOf<typeof importCalls> {
  return {
    listImportFiles: (input) => listImportFiles(deps, input),
    importFiles: (input, { accountId, language }) => importFiles(deps, accountId, language, input),
  }
}
