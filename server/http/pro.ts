import type { proCalls } from '#core/contract/pro.ts'
import type { Deps } from '../app/deps.ts'
import { getProFolder, listProFolders } from '../app/pro/folders.ts'
import { setFolderSettings } from '../app/pro/settings.ts'
import { listProSubtitles } from '../app/pro/subtitles.ts'
import { listProVideos } from '../app/pro/videos.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about folders of studios. */
export function proHandlers(deps: Deps): HandlersOf<typeof proCalls> {
  return {
    listProFolders: (input, { accountId }) => listProFolders(deps, accountId, input),
    getProFolder: ({ folder_id }, { accountId }) => getProFolder(deps, accountId, folder_id),
    setFolderSettings: (input, { accountId }) => setFolderSettings(deps.db, accountId, input),
    listProVideos: (input, { accountId, language }) => listProVideos(deps, { accountId, language }, input),
    listProSubtitles: (input, { accountId }) => listProSubtitles(deps, accountId, input),
  }
}
