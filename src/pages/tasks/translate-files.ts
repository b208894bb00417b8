import i18next from 'i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { extensionOf, MOST_FOLDERS } from '#core/domain/limits.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { readForImport } from '#src/subtitles/import-file.ts'
import { languageOf } from '#src/subtitles/language-of.ts'

/** A subtitle file to translate. */
export interface ChosenFile {
  readonly file_id: string
  readonly folder_id: string
  readonly name: string
  readonly lines: number
  /** Undefined until chosen, if detection failed. */
  readonly language: LanguageCode | undefined
  /** Confidence of detection, 0 to 1; undefined if not detected, or chosen. */
  readonly confidence: number | undefined
  /** Whether it was uploaded here: removing it from the list deletes it. */
  readonly isSent: boolean
}

/** A refused file, and why. */
export interface RefusedFile {
  readonly name: string
  readonly reason: string
}

/** Whether this page accepts a file, by name: SubRip only. */
export const isSrt = (name: string): boolean => extensionOf(name) === 'srt'

/** Storing a file needs a language; the right one is chosen before translation. */
const UNKNOWN: LanguageCode = 'en'
const MAX_NAME = 200

/** Reads, detects and uploads a file into a folder; refusals are in the user's language. */
export async function sendSubtitleFile(file: File, folderId: string): Promise<ChosenFile | RefusedFile> {
  const { name } = file
  if (!isSrt(name)) return { name, reason: i18next.getFixedT(null, 'taskpages')('only_srt') }
  try {
    const { read } = await readForImport(file)
    if (read.cues.length === 0) return { name, reason: i18next.getFixedT(null, 'errors')('file_empty') }
    const found = await languageOf(read.cues)
    const made = await call('addVersion', {
      folder_id: folderId,
      name: name.replace(/\.srt$/i, '').slice(0, MAX_NAME),
      language: found?.language ?? UNKNOWN,
      content: read.content,
      file_name: name,
    })
    return {
      ...{ file_id: made.file_id, folder_id: folderId, name: made.name, lines: made.cue_sum, isSent: true },
      language: found?.language,
      confidence: found?.confidence,
    }
  } catch (error) {
    return { name, reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallFailed) return error.isOffline ? i18next.getFixedT(null, 'common')('offline') : error.message
  if (!(error instanceof FileUnreadable)) throw error
  if (error.reason === 'too_large') return i18next.getFixedT(null, 'errors')('subtitle_too_large', { n: error.limit })
  return error.reason === 'late'
    ? i18next.getFixedT(null, 'taskpages')('srt_late')
    : i18next.getFixedT(null, 'taskpages')('no_srt_lines')
}

/** The folder for uploads of this page, created on demand by name. */
export async function translationFolder(name: string): Promise<string> {
  const { list } = await call('listFolders', { page_size: MOST_FOLDERS })
  const found = list.find(({ folder_name }) => folder_name === name)
  if (found) return found.folder_id
  const { folder_id } = await call('addFolder', { folder_name: name })
  await refresh('listFolders')
  return folder_id
}
