import type { subtitleCalls } from '#core/contract/subtitle.ts'
import type { Deps } from '../app/deps.ts'
import { addVersion, copyVersion } from '../app/subtitles/add.ts'
import { getImportedFile } from '../app/subtitles/imported.ts'
import { deleteVersion, renameVersion, setVersionLanguage } from '../app/subtitles/manage.ts'
import { measureVersion } from '../app/subtitles/measure.ts'
import { getVersion, listVersions } from '../app/subtitles/read.ts'
import { listTranslations, usedVersions } from '../app/subtitles/used.ts'
import { getWordTimes } from '../app/subtitles/word-times.ts'
import { editVersion, editVersions, patchVersion, styleVersion } from '../app/subtitles/write.ts'
import { done, type HandlersOf, unlessStale } from './context.ts'

/** Handlers of the calls about subtitle versions. */
export function subtitleHandlers(deps: Deps): HandlersOf<typeof subtitleCalls> {
  const { db } = deps
  return {
    listVersions: async (input, { accountId }) => {
      const list = await listVersions(db, accountId, input)
      return { list, total: list.length, page: 1, page_size: Math.max(1, list.length) }
    },
    addVersion: (input, { accountId }) => addVersion(deps, accountId, input),
    getVersion: ({ file_id }, { accountId }) => getVersion(deps, accountId, file_id),
    measureVersion: (input, { accountId }) => measureVersion(deps, accountId, input),
    getWordTimes: ({ file_id }, { accountId }) => getWordTimes(db, accountId, file_id),
    getImportedFile: ({ file_id }, { accountId }) => getImportedFile(db, accountId, file_id),
    editVersion: (input, { accountId }) => editVersion(deps, accountId, input).then(unlessStale),
    patchVersion: (input, { accountId }) => patchVersion(deps, accountId, input).then(unlessStale),
    editVersions: (input, { accountId }) => editVersions(deps, accountId, input).then(unlessStale),
    styleVersion: (input, { accountId }) => styleVersion(db, accountId, input).then(done),
    renameVersion: ({ file_id, name }, { accountId }) => renameVersion(db, accountId, file_id, name).then(done),
    setVersionLanguage: ({ file_id, language }, { accountId }) =>
      setVersionLanguage(db, accountId, file_id, language).then(done),
    listTranslations: async ({ file_id }, { accountId }) => ({ list: await listTranslations(db, accountId, file_id) }),
    usedVersions: (input, { accountId }) => usedVersions(db, accountId, input),
    copyVersion: (input, { accountId }) => copyVersion(db, accountId, input),
    deleteVersion: ({ subtitles_id }, { accountId }) => deleteVersion(db, accountId, subtitles_id).then(done),
  }
}
