import { extname } from 'node:path'
import { fileBytes, type ReadBytes, writeSubtitle } from '#core/subtitle/file.ts'
import { fileEnding, type Format, formatOfName, formats } from '#core/subtitle/format.ts'
import { unrolled } from '#core/subtitle/roll-up.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { say, usage } from '../messages.ts'
import { deliver, targetFor, type WriteFlags } from '../outputs.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import { rateValue } from '../values.ts'
import { tell, tellLosses, tellProblems } from '../report.ts'

type Wanted = Format | 'json'

/** `cuelane convert`: exit code 0, or 3 where a file has no subtitles. */
export async function convert(
  names: string[],
  flags: ReadFlags & WriteFlags & { to?: string; language?: string; unroll?: boolean; rate?: string },
): Promise<number> {
  const inputs = expandInputs(names)
  const wanted = wantedFormat(flags)
  const target = targetFor(inputs, flags)
  const rate = flags.rate === undefined ? undefined : rateValue(flags.rate)
  let code = 0
  for (const input of inputs) {
    const read = await readInput(input, flags)
    tellProblems(input.path, read)
    const file = flags.unroll ? unroll(input.path, read) : read
    if (file.cues.length === 0) {
      tell(`${input.path}: ${say('no_lines')}`)
      code = 3
      if (wanted !== 'json') continue
    }
    const { text, losses } = write(file, wanted, flags.language, rate)
    tellLosses(input.path, losses)
    const extension = wanted === 'json' ? wanted : fileEnding(wanted)
    deliver(bytesOf(text, wanted), target(input, extension), flags)
  }
  return code
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
  language: string | undefined,
  rate: FrameRate | undefined,
): ReturnType<typeof writeSubtitle> {
  if (wanted === 'json') return { text: json(file), losses: [] }
  return writeSubtitle(file.cues, wanted, { extras: file.extras, speakers: file.speakers, language, rate })
}

/** Times in milliseconds. */
function json({ format, encoding, cues, speakers, problems }: ReadBytes): string {
  const lines = cues.map(({ id, start, end, text }) => {
    const speaker = speakers.get(id)
    return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
  })
  return `${JSON.stringify({ format, encoding, cues: lines, problems }, null, 2)}\n`
}
