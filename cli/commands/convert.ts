import { extname } from 'node:path'
import { WordTimes, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import { fileBytes, type ReadBytes, type WriteOptions, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { fileEnding, type Format, formatOfName, formats, type SubtitleFile } from '#core/subtitle/formats/format.ts'
import { isPartFormat, type PartFormat, PartWriter } from '#core/subtitle/formats/parts.ts'
import { unrolled } from '#core/subtitle/formats/roll-up.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { type LargeFile, openLarge } from '../large.ts'
import { say, usage } from '../messages.ts'
import { deliver, deliverPieces, targetFor, type WriteFlags } from '../outputs.ts'
import { rateValue } from '../values.ts'
import { ProblemCount, tell, tellLosses, tellProblems } from '../report.ts'

type Wanted = Format | 'json'

/** `cuelane convert`: exit code 0, or 3 if a file has no subtitles. */
export async function convert(
  names: string[],
  flags: ReadFlags & WriteFlags & { to?: string; language?: string; unroll?: boolean; words?: boolean; rate?: string },
): Promise<number> {
  const inputs = expandInputs(names)
  const wanted = wantedFormat(flags)
  const target = targetFor(inputs, flags)
  const rate = flags.rate === undefined ? undefined : rateValue(flags.rate)
  const inParts = wanted !== 'json' && isPartFormat(wanted) && !flags.unroll && !flags.words ? wanted : undefined
  let code = 0
  for (const input of inputs) {
    const large = inParts && openLarge(input, flags)
    if (large) {
      const path = target(input, inParts)
      const count = await convertLarge(input.path, large, inParts, (pieces) => deliverPieces(pieces, path, flags))
      if (count === 0) code = 3
      continue
    }
    const read = await readInput(input, flags)
    tellProblems(input.path, read.problems)
    const file = flags.unroll ? unroll(input.path, read) : read
    if (file.cues.length === 0) {
      tell(`${input.path}: ${say('no_lines')}`)
      code = 3
      if (wanted !== 'json') continue
    }
    const { text, losses } = write(file, wanted, {
      language: flags.language,
      rate,
      words: flags.words ? wordsIn(file) : undefined,
    })
    tellLosses(input.path, losses)
    const extension = wanted === 'json' ? wanted : fileEnding(wanted)
    deliver(bytesOf(text, wanted), target(input, extension), flags)
  }
  return code
}

/** The number of cues. Problems and losses are reported at the end. */
async function convertLarge(
  name: string,
  file: LargeFile,
  wanted: PartFormat,
  write: (pieces: Iterable<string>) => Promise<void>,
): Promise<number> {
  const writer = new PartWriter(wanted)
  const problems = new ProblemCount()
  await write(piecesOf(file.parts(), writer, problems))
  tellProblems(name, problems.first, problems.count)
  if (writer.count === 0) tell(`${name}: ${say('no_lines')}`)
  tellLosses(name, writer.lost())
  return writer.count
}

/** Content before the first cue waits for it: a file without cues is not written. */
function* piecesOf(parts: Iterable<SubtitleFile>, writer: PartWriter, problems: ProblemCount): Generator<string> {
  let held = ''
  for (const part of parts) {
    problems.add(part.problems)
    held += writer.write(part)
    if (writer.count === 0) continue
    yield held
    held = ''
  }
}

function unroll(path: string, file: ReadBytes): ReadBytes {
  const single = unrolled(file)
  if (!single) {
    tell(`${path}: ${say('not_rolling')}`)
    return file
  }
  tell(`${path}: ${say('unrolled', { before: file.cues.length, after: single.cues.length })}`)
  return { ...file, ...single }
}

function wantedFormat({ to, output }: { to?: string; output?: string }): Wanted {
  const named = to?.toLowerCase() ?? (output && extname(output).slice(1).toLowerCase())
  if (named === 'json') return named
  const format = to === undefined ? formatOfName(output ?? '') : formats.find((known) => known === named)
  if (format) return format
  throw to === undefined
    ? usage('no_format')
    : usage('unknown_format', { format: to, known: [...formats, 'json'].join(', ') })
}

const bytesOf = (text: string, wanted: Wanted): Uint8Array => fileBytes(text, wanted === 'json' ? 'words' : wanted)

function write(
  file: ReadBytes,
  wanted: Wanted,
  options: Pick<WriteOptions, 'language' | 'rate' | 'words'>,
): ReturnType<typeof writeSubtitle> {
  if (wanted === 'json') return { text: json(file), losses: [] }
  return writeSubtitle(file.cues, wanted, { extras: file.extras, speakers: file.speakers, ...options })
}

/** Word times of a file's cues. */
function wordsIn({ extras }: ReadBytes): WordsOf {
  const times = new WordTimes(wordsOfFile(extras))
  return (cue) => times.of(cue)
}

/** Times in milliseconds. */
function json({ format, encoding, cues, speakers, problems }: ReadBytes): string {
  const lines = cues.map(({ id, start, end, text }) => {
    const speaker = speakers.get(id)
    return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
  })
  return `${JSON.stringify({ format, encoding, cues: lines, problems }, null, 2)}\n`
}
