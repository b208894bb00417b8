import type { LanguageCode } from '#core/domain/languages.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import type { Video } from '#core/contract/video.ts'
import type { ReadBytes } from '#core/subtitle/formats/file.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import type { FileBytes, ReadContent } from '#workers/reading/read-content.ts'
import { FileUnreadable } from './file-unreadable.ts'
import { readBytes } from './reading.ts'

/** A subtitle file before its import. */
export interface ReadFile extends ReadContent {
  readonly file: File
}

/** How to read a file; missing options are detected. */
export interface ReadAs extends Pick<FileBytes, 'language' | 'rate'> {
  readonly encoding?: string | undefined
}

/** Reads a local subtitle file in any format and encoding, and detects roll-up captions. Rejects with FileUnreadable. */
export async function readForImport(file: File, as: ReadAs = {}, maxBytes = subtitleMaxBytes): Promise<ReadFile> {
  if (file.size > maxBytes) throw new FileUnreadable('too_large', maxBytes)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = await readBytes({ bytes, name: file.name, encoding: undefined, ...as })
  if (content.read.cues.length === 0 && file.size > 0) throw new FileUnreadable('no_subtitles')
  return { file, ...content }
}

/** Whether the encoding is a guess that the user should check: only full Unicode is certain. */
export const isGuess = ({ otherEncodings }: ReadBytes): boolean => otherEncodings.length > 0

/** Options of an import. */
export interface ImportChoice {
  readonly name: string
  readonly language: LanguageCode
  /** Whether it becomes the active version. */
  readonly activate: boolean
  /** Whether roll-up captions are unrolled. */
  readonly unroll: boolean
}

/** Imports a file as a version; returns its id. Rejects with a failed call. */
export async function sendFile(video: Video, read: ReadBytes, choice: ImportChoice): Promise<string> {
  const { folder_id, video_id } = video
  const name = choice.name.slice(0, MAX_NAME)
  const version = { ...choice, folder_id, video_id, name, content: read.content, file_name: choice.name }
  const { file_id } = await call('addVersion', version)
  await refresh('listVersions', 'listVideos', 'listFiles')
  return file_id
}

/** A file's name may exceed the limit of a version's. */
const MAX_NAME = 200
