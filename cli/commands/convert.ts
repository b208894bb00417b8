import { extname } from 'node:path'
import { type ReadBytes, writeSubtitle } from '#core/subtitle/file.ts'
import { type Format, formatOfName, formats } from '#core/subtitle/format.ts'
import { unrolled } from '#core/subtitle/roll-up.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { say, usage } from '../messages.ts'
import { deliver, targetFor, type WriteFlags } from '../outputs.ts'
import { tell, tellLosses, tellProblems } from '../report.ts'

type Wanted = Format | 'json'

/** `cuelane convert`: exit code 0, or 3 where a file has no subtitles. */
export async function convert(
  names: string[],
  flags: ReadFlags & WriteFlags & { to?: string; language?: string; unroll?: boolean },
): Promise<number> {
  const inputs = expandInputs(names)
  const wanted = wantedFormat(flags)
  const target = targetFor(inputs, flags)
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
    const { text, losses } = write(file, wanted, flags.language)
    tellLosses(input.path, losses)
    deliver(text, target(input, wanted), flags)
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

function write(file: ReadBytes, wanted: Wanted, language: string | undefined): ReturnType<typeof writeSubtitle> {
  if (wanted === 'json') return { text: json(file), losses: [] }
  return writeSubtitle(file.cues, wanted, { extras: file.extras, speakers: file.speakers, language })
}

/** Times in milliseconds. */
function json({ format, encoding, cues, speakers, problems }: ReadBytes): string {
  const lines = cues.map(({ id, start, end, text }) => {
    const speaker = speakers.get(id)
    return { start, end, text, ...(speaker === undefined ? {} : { speaker }) }
  })
  return `${JSON.stringify({ format, encoding, cues: lines, problems }, null, 2)}\n`
}
