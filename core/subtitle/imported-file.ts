import { type Cue, sequentialIds } from './cue.ts'
import { readSubtitle, type WriteOptions, writeSubtitle, type Written } from './file.ts'
import type { Format, FormatExtras, SubtitleFile } from './format.ts'

/** What is kept of a file that became a version: it is read again into the same cues, with all that it has besides them. */
export interface StoredFile {
  readonly format: Format
  /** The whole text, with its line ends and its byte order mark. */
  readonly content: string
  /** Ids of its cues are this and their number in the file, from 1. */
  readonly cue_prefix: string
  /** How many cues it had when it was read first. */
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
  // Cues that are counted otherwise than when they got their ids belong to others: only what is the file's own counts.
  if (cues.length === count) return { format, content, cues, extras, speakers }
  return { format, content, cues: [], extras: withoutCues(extras), speakers: new Map() }
}

function withoutCues(extras: FormatExtras): FormatExtras {
  return { ...extras, before: new Map(), cues: new Map() }
}

/**
 * A version in the format that it came in. Where nothing was edited it is the very file; else the line ends and the byte
 * order mark are the file's.
 */
export function writeImportedFile(
  cues: readonly Cue[],
  file: ImportedFile,
  options: Omit<WriteOptions, 'extras'> = {},
): Written {
  const { format, content, extras } = file
  // TTML is edited where it stands, and its first line may have to say another encoding.
  if (format !== 'ttml' && isUnedited(cues, file)) return { text: content, losses: [] }
  const speakers = new Map([...file.speakers, ...(options.speakers ?? [])])
  const { text, losses } = writeSubtitle(cues, format, { ...options, extras, speakers })
  return { text: format === 'ttml' ? text : dressedAs(text, content), losses }
}

/**
 * A version as a file of a format: in the one that it came in with all that its file has besides the cues, in another one with
 * what that can hold of it. `file`: undefined where it was made of none.
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

/** Whether the cues are those of the file, as they were read; speakers do not count. */
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

/** A text with the line ends and the byte order mark of another one, and no more empty lines at its end than that has. */
function dressedAs(text: string, model: string): string {
  const lineEnd = /\r\n?|\n/.exec(model)?.[0] ?? '\n'
  const lines = text.replace(/\r\n?|\n/g, lineEnd).replace(ENDS, (ends) => {
    const wanted = ENDS.exec(model)?.[0] ?? ''
    return wanted.length > 0 && wanted.length < ends.length ? wanted : ends
  })
  return model.startsWith(MARK) ? MARK + lines : lines
}
