import { localSubtitleMaxBytes } from '#core/domain/limits.ts'
import type { MediaFacts } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { DetectedLanguage } from '#core/subtitle/text/detect-language.ts'
import { openMedia } from '#src/media/media.ts'
import { type ReadFile, readForImport } from '#src/subtitles/import-file.ts'
import { languageOf } from '#src/subtitles/language-of.ts'
import { type EmbeddedTrack, readTrack } from '../../media/embedded.ts'
import type { LocalFile, Picked } from './local-file.ts'

/** Source of the lines to edit. */
export type LinesSource =
  | { readonly kind: 'empty' }
  | { readonly kind: 'file'; readonly picked: Picked }
  | { readonly kind: 'track'; readonly track: EmbeddedTrack }

/** Lines as read, and their detected language. */
export interface ReadLines extends ReadFile {
  readonly detected: DetectedLanguage | undefined
}

/** Which lines to read, and how. */
export interface WantedLines {
  readonly source: LinesSource
  /** The video, if the lines are in it. */
  readonly video: File | undefined
  /** Undefined to guess. */
  readonly encoding: string | undefined
}

/**
 * Reads the lines of a file or of a track in the video; undefined for none. Rejects with a FileUnreadable or a
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

/** Tracks already extracted from the chosen videos. */
const taken = new WeakMap<File, Map<number, File>>()

/** A track of a video as a subtitle file, extracted once. Rejects with a MediaFailed. */
export async function fileOfTrack(track: EmbeddedTrack, video: File, signal: AbortSignal): Promise<File> {
  const files = taken.get(video) ?? new Map<number, File>()
  taken.set(video, files)
  const file = files.get(track.index) ?? (await readTrack({ file: video }, track, video.name, signal))
  files.set(track.index, file)
  return file
}

/** Facts of a video; undefined if this browser can't read it, which does not prevent editing subtitles. */
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

/** The part of the choice that decides how lines are edited. */
interface ChosenLines {
  readonly source: LinesSource
  readonly video: Picked | undefined
  readonly isUnrolled: boolean
  readonly encoding: string | undefined
}

/** The file to edit: lines as read, or unrolled from roll-up captions; without lines a new one. */
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
  // Another encoding gives another text, with separate drafts.
  const origin = encoding === undefined ? written : `${written} ${encoding}`
  const handle = source.kind === 'file' ? source.picked.handle : undefined
  // Unrolled lines have separate drafts.
  const stamp = single && isUnrolled ? `${origin} unrolled` : origin
  return { name, stamp, imported, handle }
}
