import type { ParsedInputOf } from '#core/contract/index.ts'
import { lineMaxLength } from '#core/domain/limits.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { type CueWords, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import { adoptedText, readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { StoredFile } from '#core/subtitle/formats/imported-file.ts'
import { MOST_PROBLEMS, type Problem } from '#core/subtitle/text/problem.ts'
import { unrolled } from '#core/subtitle/formats/roll-up.ts'
import { cueColumns, type VersionText } from './rows.ts'

/** Input for reading a file's text; the prefix starts its cues' ids. */
export type FileToRead = Pick<ParsedInputOf<'addVersion'>, 'content' | 'file_name' | 'unroll'> & {
  readonly prefix: string
}

/** Content of a version made from a file. */
export interface FileText {
  readonly text: VersionText
  readonly words: readonly CueWords[] | undefined
  /** The first thousand. */
  readonly problems: readonly Problem[]
  readonly stored: StoredFile
  /** The first cue that is too long, from 1; 0 for none. */
  readonly longLine: number
}

/** Reads a file; unrolled roll-up captions become a file of single rows. */
export function readFileText({ content: sent, file_name, unroll, prefix }: FileToRead): FileText {
  // A JSON transcript, MPL2 or TMPlayer file is kept as its WebVTT conversion.
  const adopted = adoptedText(sent)
  const content = adopted?.content ?? sent
  const read = readSubtitle(content, sequentialIds(prefix), { name: file_name })
  const { format } = read
  const problems = [...(adopted?.problems ?? []), ...read.problems]
  const single = unroll && unrolled(read)
  const text = single ? writeSubtitle(single.cues, format, single).text : content
  const { cues, extras } = single ? readSubtitle(text, sequentialIds(prefix), { format }) : read
  return {
    text: cueColumns(cues),
    words: wordsOfFile(extras),
    problems: problems.slice(0, MOST_PROBLEMS),
    stored: { format, content: text, cue_prefix: prefix, cue_count: cues.length },
    longLine: cues.findIndex((cue) => cue.text.length > lineMaxLength) + 1,
  }
}
