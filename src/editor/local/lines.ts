import { localSubtitleMaxBytes } from '#core/domain/limits.ts'
import type { MediaFacts } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { DetectedLanguage } from '#core/subtitle/detect-language.ts'
import { openMedia } from '#src/media/media.ts'
import { type ReadFile, readForImport } from '#src/subtitles/import-file.ts'
import { languageOf } from '#src/subtitles/language-of.ts'
import { type EmbeddedTrack, readTrack } from '../media/embedded.ts'
import type { LocalFile, Picked } from './local-file.ts'

/** Where the lines come from that are edited. */
export type LinesSource =
  | { readonly kind: 'empty' }
  | { readonly kind: 'file'; readonly picked: Picked }
  | { readonly kind: 'track'; readonly track: EmbeddedTrack }

/** Lines that were read, and the language that they show. */
export interface ReadLines extends ReadFile {
  readonly detected: DetectedLanguage | undefined
}

/** Which lines, and how they are read. */
export interface WantedLines {
  readonly source: LinesSource
  /** The video, where they are in it. */
  readonly video: File | undefined
  /** Undefined guesses. */
  readonly encoding: string | undefined
}

/**
 * Reads the lines of a file, or of a track inside the video; undefined for none. Rejects with a FileUnreadable or a
 * MediaFailed.
 */
export async function readLines(
  { source, video, encoding }: WantedLines,
  signal: AbortSignal,
): Promise<ReadLines | undefined> {
  if (source.kind === 'empty') return undefined
  const file = source.kind === 'file' ? source.picked.file : await fileOfTrack(source.track, heldBy(video), signal)
  const content = await readForImport(file, { encoding }, localSubtitleMaxBytes)
  return { ...content, detected: await languageOf(content.read.cues) }
}

function heldBy(video: File | undefined): File {
  if (!video) throw new RangeError('A track is in a video')
  return video
}

/** Tracks that were taken out of the videos that are chosen. */
const taken = new WeakMap<File, Map<number, File>>()

/** A track of a video as a subtitle file, taken out once. Rejects with a MediaFailed. */
export async function fileOfTrack(track: EmbeddedTrack, video: File, signal: AbortSignal): Promise<File> {
  const files = taken.get(video) ?? new Map<number, File>()
  taken.set(video, files)
  const file = files.get(track.index) ?? (await readTrack({ file: video }, track, video.name, signal))
  files.set(track.index, file)
  return file
}

/** What a video is; undefined where this browser can't read it: subtitles can be edited all the same. */
export async function readFacts(video: File, signal: AbortSignal): Promise<MediaFacts | undefined> {
  const control = new AbortController()
  try {
    return (await openMedia({ file: video }, AbortSignal.any([signal, control.signal]))).facts
  } catch (error) {
    if (error instanceof MediaFailed) return undefined
    throw error
  } finally {
    control.abort()
  }
}

/** What was chosen of what decides how lines are edited. */
interface ChosenLines {
  readonly source: LinesSource
  readonly video: Picked | undefined
  readonly isUnrolled: boolean
  readonly encoding: string | undefined
}

/** The file to edit: lines as they were read, or each row of roll-up captions once; without lines a new one. */
export function localFileOf(choice: ChosenLines, lines: ReadLines | undefined): LocalFile {
  const { source, video, isUnrolled, encoding } = choice
  if (!lines) {
    const name = `${video?.file.name.replace(/\.[^.]+$/, '') ?? 'subtitles'}.srt`
    return { name, stamp: '', imported: undefined, handle: undefined }
  }
  const { file, read, single } = lines
  const imported = single && isUnrolled ? { ...read, ...single } : read
  const { name, size, lastModified } = file
  const written = source.kind === 'track' ? `track ${source.track.index}` : `${size} ${lastModified}`
  // Read with other letters it is another text: drafts of one are none of the other.
  const origin = encoding === undefined ? written : `${written} ${encoding}`
  const handle = source.kind === 'file' ? source.picked.handle : undefined
  // Drafts of the single rows are none of the rolling ones.
  const stamp = single && isUnrolled ? `${origin} unrolled` : origin
  return { name, stamp, imported, handle }
}
