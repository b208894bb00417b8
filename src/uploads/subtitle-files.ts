import i18next from 'i18next'
import { stemOf } from '#core/domain/file-names.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { notify } from '#src/ui/toaster.ts'

const MAX_NAME = 200

/**
 * Makes a subtitle file one of a folder, or of a video in it; its language is found in its text. False where it can't be
 * read: a message names it.
 */
export async function addSubtitle(place: { folder_id: string; video_id?: string }, file: File): Promise<boolean> {
  const { FileUnreadable, readForImport } = await import('#src/subtitles/import-file.ts')
  const { languageOf } = await import('#src/subtitles/language-of.ts')
  await loadMessages('subtitles')
  try {
    if (file.size === 0) throw new FileUnreadable('empty')
    const { read } = await readForImport(file)
    const detected = await languageOf(read.cues)
    await call('addVersion', {
      ...place,
      name: (stemOf(file.name) || file.name).slice(0, MAX_NAME),
      language: detected?.language ?? 'en',
      content: read.content,
      file_name: file.name.slice(0, 400),
    })
    return true
  } catch (error) {
    if (error instanceof FileUnreadable)
      notify.error(`${file.name}: ${i18next.getFixedT(null, 'subtitles')(`file_${error.reason}`, { n: error.limit })}`)
    else if (error instanceof CallFailed)
      notify.error(`${file.name}: ${error.isOffline ? i18next.getFixedT(null, 'common')('offline') : error.message}`)
    else throw error
    return false
  }
}

/** Puts subtitle files into a folder, each by itself; how many became files of it. */
export async function addSubtitleFiles(folderId: string, files: readonly File[]): Promise<number> {
  let added = 0
  for (const file of files) if (await addSubtitle({ folder_id: folderId }, file)) added++
  if (added > 0) await refresh('listFiles', 'listFolders')
  return added
}
