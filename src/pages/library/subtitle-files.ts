import i18next from 'i18next'
import { stemOf } from '#core/domain/file-names.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { notify } from '#src/ui/toaster.ts'

/** Puts subtitle files into a folder, each by itself; its language is found in its text. Files that can't be read are named. */
export async function addSubtitleFiles(folderId: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const { FileUnreadable, readForImport } = await import('#src/subtitles/import-file.ts')
  const { languageOf } = await import('#src/subtitles/language-of.ts')
  await loadMessages('subtitles')
  let added = 0
  for (const file of files) {
    try {
      if (file.size === 0) throw new FileUnreadable('empty')
      const read = await readForImport(file)
      const language: LanguageCode = (await languageOf(read.read.cues))?.language ?? 'en'
      await call('addVersion', {
        folder_id: folderId,
        name: stemOf(file.name).slice(0, 200) || file.name.slice(0, 200),
        language,
        content: read.read.content,
        file_name: file.name.slice(0, 400),
      })
      added++
    } catch (error) {
      if (error instanceof FileUnreadable)
        notify.error(`${file.name}: ${i18next.t(`subtitles:file_${error.reason}`, { n: error.limit })}`)
      else if (error instanceof CallFailed)
        notify.error(`${file.name}: ${error.isOffline ? i18next.t('offline') : error.message}`)
      else throw error
    }
  }
  if (added > 0) notify.success(i18next.t('library:files_added', { count: added }))
  await refresh('listFiles', 'listFolders')
}
