import type { folderCalls } from '#core/contract/folder.ts'
import type { Deps } from '../app/deps.ts'
import { prepareFolderZip } from '../app/files/download.ts'
import { listFileIds, listFiles } from '../app/files/list.ts'
import { moveFiles } from '../app/files/move.ts'
import { addFolder, listFolders, renameFolder } from '../app/folders.ts'
import { deleteFiles, deleteFolder } from '../app/videos/write.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about folders. */
export function folderHandlers(deps: Deps): HandlersOf<typeof folderCalls> {
  const { db } = deps
  return {
    listFolders: (input, { accountId }) => listFolders(db, accountId, input),
    addFolder: async ({ folder_name }, { accountId }) => ({ folder_id: await addFolder(db, accountId, folder_name) }),
    renameFolder: ({ folder_id, folder_name }, { accountId }) =>
      renameFolder(db, accountId, folder_id, folder_name).then(done),
    listFiles: (input, { accountId, language }) => listFiles(deps, accountId, language, input),
    listFileIds: (input, { accountId }) => listFileIds(deps, accountId, input),
    moveFiles: (input, { accountId }) => moveFiles(deps, accountId, input),
    deleteFiles: (input, { accountId }) => deleteFiles(deps, accountId, input),
    downloadFiles: (input, { accountId }) => prepareFolderZip(deps, accountId, input),
    deleteFolder: ({ folder_id }, { accountId }) => deleteFolder(deps, accountId, folder_id).then(done),
  }
}
