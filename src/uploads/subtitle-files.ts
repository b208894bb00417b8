import i18next from 'i18next'
import { stemOf } from '#core/domain/file-names.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { notify } from '#src/ui/toaster.ts'

const MAX_NAME = 200

/** Target of a subtitle file: a folder, or a video in it. */
interface Place {
  readonly folder_id: string
  readonly video_id?: string
}

/**
 * Adds a subtitle file to a folder, or to a video in it, with detected language. Rejects with FileUnreadable or a
 * CallFailed.
 */
export async function sendSubtitle(place: Place, file: File): Promise<void> {
  const { FileUnreadable } = await import('#src/subtitles/file-unreadable.ts')
  const { readForImport } = await import('#src/subtitles/import-file.ts')
  const { languageOf } = await import('#src/subtitles/language-of.ts')
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
}

/** Shows why a subtitle file was refused; other errors are rethrown. */
export async function refuseSubtitle(file: File, error: unknown): Promise<void> {
  const { FileUnreadable } = await import('#src/subtitles/file-unreadable.ts')
  await loadMessages('subtitles')
  if (error instanceof FileUnreadable)
    notify.error(`${file.name}: ${i18next.getFixedT(null, 'subtitles')(`file_${error.reason}`, { n: error.limit })}`)
  else if (error instanceof CallFailed)
    notify.error(`${file.name}: ${error.isOffline ? i18next.getFixedT(null, 'common')('offline') : error.message}`)
  else throw error
}

/** Adds a subtitle file to a folder. False if it is refused, with a message. */
export async function addSubtitle(place: Place, file: File): Promise<boolean> {
  try {
    await sendSubtitle(place, file)
    return true
  } catch (error) {
    await refuseSubtitle(file, error)
    return false
  }
}

/** Adds subtitle files to a folder without videos; returns how many succeeded. */
export async function addSubtitleFiles(folderId: string, files: readonly File[]): Promise<number> {
  let added = 0
  for (const file of files) if (await addSubtitle({ folder_id: folderId }, file)) added++
  if (added > 0) await refresh('listFiles', 'listFolders')
  return added
}
