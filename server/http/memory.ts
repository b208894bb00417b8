import type { memoryCalls } from '#core/contract/memory.ts'
import type { Deps } from '../app/deps.ts'
import { confirmLines } from '../app/memory/confirm.ts'
import { clearMemory, deleteMemory, getMemories, importMemory, listMemory } from '../app/memory/manage.ts'
import { MemorySearch } from '../app/memory/search.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about the translation memory. */
export function memoryHandlers({ db }: Pick<Deps, 'db'>): HandlersOf<typeof memoryCalls> {
  const search = new MemorySearch(db)
  return {
    searchMemory: (input, { accountId }) => search.search(accountId, input),
    findInMemory: (input, { accountId }) => search.find(accountId, input),
    listMemory: (input, { accountId }) => listMemory(db, accountId, input),
    deleteMemory: ({ pair_ids }, { accountId }) => deleteMemory(db, accountId, pair_ids),
    confirmLines: (input, { accountId }) => confirmLines(db, accountId, input),
    importMemory: (input, { accountId }) => importMemory(db, accountId, input),
    getMemories: (_, { accountId }) => getMemories(db, accountId),
    clearMemory: ({ source_language, target_language }, { accountId }) =>
      clearMemory(db, accountId, source_language, target_language).then(done),
  }
}
