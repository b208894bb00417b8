import type { ReadBytes } from '#core/subtitle/file.ts'
import { cueErrors } from '#core/subtitle/cue-errors.ts'
import { textStatistics } from '#core/subtitle/statistics.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { say } from '../messages.ts'
import { tellProblems } from '../report.ts'

/** `cuelane info`: exit code 0, or 3 where a file has no subtitles. */
export async function info(names: string[], flags: ReadFlags & { json?: boolean }): Promise<number> {
  const all: object[] = []
  let code = 0
  for (const input of expandInputs(names)) {
    const file = await readInput(input, flags)
    if (file.cues.length === 0) code = 3
    const facts = factsOf(file)
    all.push({ file: input.path, ...facts })
    if (flags.json) continue
    process.stdout.write(`${input.path}\n${table(facts, file)}`)
    tellProblems(input.path, file)
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(all.length === 1 ? all[0] : all, null, 2)}\n`)
  return code
}

function factsOf({ format, encoding, confidence, otherEncodings, cues, problems }: ReadBytes) {
  const errors = cueErrors(cues)
  const speeds: number[] = []
  let characters = 0
  let [first, last] = [Infinity, 0]
  for (const cue of cues) {
    const letters = textStatistics(cue.text).characters
    characters += letters
    if (cue.end > cue.start) speeds.push((letters * 1000) / (cue.end - cue.start))
    first = Math.min(first, cue.start)
    last = Math.max(last, cue.end)
  }
  speeds.sort((a, b) => a - b)
  const speed = (at: number) => Math.round((speeds[Math.min(speeds.length - 1, at)] ?? 0) * 10) / 10
  return {
    format,
    encoding,
    confidence: Math.round(confidence * 100) / 100,
    otherEncodings,
    cues: cues.length,
    firstStart: cues.length ? first : null,
    lastEnd: cues.length ? last : null,
    characters,
    medianCps: speed(speeds.length >> 1),
    maxCps: speed(speeds.length - 1),
    errors,
    problems: problems.length,
  }
}

type Facts = ReturnType<typeof factsOf>

function table(facts: Facts, { cues }: ReadBytes): string {
  const { encoding, confidence, otherEncodings, errors, firstStart, lastEnd } = facts
  const guess = { encoding, percent: Math.round(confidence * 100), others: otherEncodings.slice(0, 3).join(', ') }
  const span = cues.length ? `${formatTimecode(firstStart!)} – ${formatTimecode(lastEnd!)}` : '–'
  const rows: [string, string | number][] = [
    ['info_format', facts.format],
    ['info_encoding', otherEncodings.length ? say('info_guess', guess) : encoding],
    ['info_lines', facts.cues],
    ['info_span', span],
    ['info_characters', facts.characters],
    ['info_speed', say('info_speed_value', { median: facts.medianCps, max: facts.maxCps })],
    ['info_errors', errorText(errors)],
    ['info_problems', facts.problems],
  ]
  return rows.map(([key, value]) => `  ${say(key)}: ${value}\n`).join('')
}

function errorText(errors: Facts['errors']): string {
  return say('info_errors_value', {
    time: errors.line_time_error.length,
    empty: errors.no_subtitle.length,
    overlap: errors.sequence_time_error.length,
  })
}
