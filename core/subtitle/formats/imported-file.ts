import { type Cue, sequentialIds } from '../cue/cue.ts'
import { readSubtitle, type WriteOptions, writeSubtitle, type Written } from './file.ts'
import type { Format, FormatExtras, SubtitleFile } from './format.ts'

/** The kept original of a version: reading it again gives the same cues with all extras. */
export interface StoredFile {
  readonly format: Format
  /** The whole text, with line ends and byte order mark. */
  readonly content: string
  /** Ids of its cues are this plus their number in the file, from 1. */
  readonly cue_prefix: string
  /** Number of cues when it was first read. */
  readonly cue_count: number
}

/** A file that a version was made of. */
export interface ImportedFile extends Pick<SubtitleFile, 'format' | 'extras' | 'speakers'> {
  readonly cues: readonly Cue[]
  readonly content: string
}

/** Reads a stored file again. */
export function readStoredFile({ format, content, cue_prefix: prefix, cue_count: count }: StoredFile): ImportedFile {
  const { cues, extras, speakers } = readSubtitle(content, sequentialIds(prefix), { format })
  // If the count differs from the first reading, ids may mismatch: only file-level extras are used.
  if (cues.length === count) return { format, content, cues, extras, speakers }
  return { format, content, cues: [], extras: withoutCues(extras), speakers: new Map() }
}

function withoutCues(extras: FormatExtras): FormatExtras {
  return { ...extras, before: new Map(), cues: new Map() }
}

/**
 * A version in its original format. Unedited it is the very file; otherwise line ends and byte order mark are the file's.
 */
export function writeImportedFile(
  cues: readonly Cue[],
  file: ImportedFile,
  options: Omit<WriteOptions, 'extras'> = {},
): Written {
  const { format, content, extras } = file
  // TTML is edited in place, and its declaration may need another encoding.
  if (format !== 'ttml' && isUnedited(cues, file)) return { text: content, losses: [] }
  const speakers = new Map([...file.speakers, ...(options.speakers ?? [])])
  const { text, losses } = writeSubtitle(cues, format, { ...options, extras, speakers })
  return { text: format === 'ttml' ? text : dressedAs(text, content), losses }
}

/**
 * A version as a file of a format: in its original one with all extras, in another with what that supports. `file`:
 * undefined if it has none.
 */
export function writeVersion(
  cues: readonly Cue[],
  file: ImportedFile | undefined,
  format: Format,
  options: Omit<WriteOptions, 'extras'> = {},
): Written {
  if (file?.format === format) return writeImportedFile(cues, file, options)
  const speakers = new Map([...(file?.speakers ?? []), ...(options.speakers ?? [])])
  return writeSubtitle(cues, format, { ...options, extras: file?.extras, speakers })
}

/** Whether the cues are the file's, unchanged; speakers do not count. */
export function isUnedited(cues: readonly Cue[], { cues: read }: Pick<ImportedFile, 'cues'>): boolean {
  return (
    cues.length === read.length &&
    cues.every(({ id, start, end, text }, at) => {
      const was = read[at]
      return was?.id === id && was.start === start && was.end === end && was.text === text
    })
  )
}

const MARK = '\uFEFF'

const ENDS = /(?:\r\n?|\n)*$/

/** A text with another one's line ends, byte order mark and number of trailing blank lines. */
function dressedAs(text: string, model: string): string {
  const lineEnd = /\r\n?|\n/.exec(model)?.[0] ?? '\n'
  const lines = text.replace(/\r\n?|\n/g, lineEnd).replace(ENDS, (ends) => {
    const wanted = ENDS.exec(model)?.[0] ?? ''
    return wanted.length > 0 && wanted.length < ends.length ? wanted : ends
  })
  return model.startsWith(MARK) ? MARK + lines : lines
}
