import type { subtitleCalls } from '#core/contract/subtitle.ts'
import type { Deps } from '../app/deps.ts'
import { addVersion } from '../app/subtitles/add.ts'
import { getVersion, listVersions } from '../app/subtitles/read.ts'
import { deleteVersion, editVersion, editVersions, patchVersion } from '../app/subtitles/write.ts'
import { done, type HandlersOf, Notice } from './context.ts'

/** Handlers of the calls about subtitle versions. */
export function subtitleHandlers({ db }: Deps): HandlersOf<typeof subtitleCalls> {
  return {
    listVersions: async (input, { accountId }) => {
      const list = await listVersions(db, accountId, input)
      return { list, total: list.length, page: 1, page_size: Math.max(1, list.length) }
    },
    addVersion: (input, { accountId }) => addVersion(db, accountId, input),
    getVersion: ({ file_id }, { accountId }) => getVersion(db, accountId, file_id),
    editVersion: (input, { accountId }) => editVersion(db, accountId, input).then(unlessStale),
    patchVersion: (input, { accountId }) => patchVersion(db, accountId, input).then(unlessStale),
    editVersions: (input, { accountId }) => editVersions(db, accountId, input).then(unlessStale),
    deleteVersion: ({ subtitles_id }, { accountId }) => deleteVersion(db, accountId, subtitles_id).then(done),
  }
}

function unlessStale<T>({ stale, data }: { stale: boolean; data: T }): T | Notice<T> {
  return stale ? new Notice('notice', 'stale_revision', data) : data
}
