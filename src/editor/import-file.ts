import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import type { Video } from '#core/contract/video.ts'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { type ReadBytes, readSubtitleBytes, writeSubtitle } from '#core/subtitle/file.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'

/** The page's file input that takes subtitle files. */
export const SUBTITLE_INPUT_ID = 'subtitle-input'

export const SUBTITLE_FILES = '.srt,.vtt,.ass,.ssa,.ttml,.dfxp,.xml,.itt'

/** A file that can't become subtitles, and why. */
export class FileUnreadable extends Error {
  readonly reason: 'too_large' | 'no_subtitles'
  /** How many megabytes it may have. */
  readonly limit: number
  constructor(reason: 'too_large' | 'no_subtitles', maxBytes = 0) {
    super(reason)
    this.reason = reason
    this.limit = maxBytes / 1024 ** 2
  }
}

/**
 * Reads a subtitle file of this computer, whatever its format and encoding; the encoding is guessed where none is given.
 * Rejects with FileUnreadable.
 */
export async function readFile(file: File, encoding?: string, maxBytes = subtitleMaxBytes): Promise<ReadBytes> {
  if (file.size > maxBytes) throw new FileUnreadable('too_large', maxBytes)
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The same file gets the same ids each time: what a draft of it holds finds its place in the file again.
  const read = await readSubtitleBytes(bytes, sequentialIds('f'), { name: file.name, encoding })
  if (read.cues.length === 0 && file.size > 0) throw new FileUnreadable('no_subtitles')
  return read
}

/** Whether the encoding is a guess that a person should look at: Unicode shows itself, old encodings do not. */
export const isGuess = ({ encoding, otherEncodings }: ReadBytes): boolean =>
  !encoding.startsWith('utf') && otherEncodings.length > 0

/** Makes a version of a file that was read; gives its id. */
export async function sendFile(video: Video, name: string, read: ReadBytes, language: string): Promise<string> {
  const { folder_id, video_id } = video
  const code: LanguageCode = isLanguageCode(language) ? language : 'en'
  // As text of the file's own format, so that the server reads what the file said.
  const { text } = writeSubtitle(read.cues, read.format, { extras: read.extras, speakers: read.speakers })
  const version = { folder_id, video_id, name, language: code, content: text, file_name: name }
  const { file_id } = await call('addVersion', version)
  await refresh('listVersions')
  return file_id
}
