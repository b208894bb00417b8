import type { ReadBytes } from '#core/subtitle/formats/file.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueErrorKind, errorsOfCue } from '#core/subtitle/cue/cue-errors.ts'
import type { SubtitleFile } from '#core/subtitle/formats/format.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { expandInputs, type Input, type ReadFlags, readInput } from '../inputs.ts'
import { openLarge } from '../large.ts'
import { say } from '../messages.ts'
import { ProblemCount, tell, tellProblems } from '../report.ts'

/** `cuelane info`: exit code 0, or 3 if a file has no subtitles. */
export async function info(names: string[], flags: ReadFlags & { json?: boolean }): Promise<number> {
  const all: object[] = []
  let code = 0
  for (const input of expandInputs(names)) {
    const problems = new ProblemCount()
    const facts = await factsOf(input, flags, problems)
    if (facts.cues === 0) {
      code = 3
      tell(`${input.path}: ${say('no_lines')}`)
    }
    all.push({ file: input.path, ...facts })
    if (flags.json) continue
    process.stdout.write(`${input.path}\n${table(facts)}`)
    tellProblems(input.path, problems.first, problems.count)
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(all.length === 1 ? all[0] : all, null, 2)}\n`)
  return code
}

type FileKind = Pick<ReadBytes, 'format' | 'encoding' | 'confidence' | 'otherEncodings'>

async function factsOf(input: Input, flags: ReadFlags, problems: ProblemCount): Promise<Facts> {
  const count = new FactCount()
  const take = (part: SubtitleFile): void => {
    count.add(part.cues)
    problems.add(part.problems)
  }
  const large = openLarge(input, flags)
  if (!large) {
    const file = await readInput(input, flags)
    take(file)
    return count.facts(file, problems.count)
  }
  for (const part of large.parts()) take(part)
  return count.facts({ format: large.format, encoding: 'utf-8', confidence: 1, otherEncodings: [] }, problems.count)
}

/** Facts of a file, counted part by part. */
class FactCount {
  private cues = 0
  private characters = 0
  private first = Infinity
  private last = 0
  private previous: Cue | undefined
  /** Histogram of reading speeds, in tenths of a character a second. */
  private readonly speeds = new Map<number, number>()
  private readonly errors: Record<CueErrorKind, number[]> = {
    line_time_error: [],
    no_subtitle: [],
    sequence_time_error: [],
  }

  add(cues: readonly Cue[]): void {
    for (const cue of cues) {
      this.cues++
      for (const kind of errorsOfCue(cue, this.previous)) this.errors[kind].push(this.cues)
      const letters = textStatistics(cue.text).characters
      this.characters += letters
      if (cue.end > cue.start) {
        const speed = Math.round((letters * 10_000) / (cue.end - cue.start))
        this.speeds.set(speed, (this.speeds.get(speed) ?? 0) + 1)
      }
      this.first = Math.min(this.first, cue.start)
      this.last = Math.max(this.last, cue.end)
      this.previous = cue
    }
  }

  facts({ format, encoding, confidence, otherEncodings }: FileKind, problems: number) {
    const { cues, characters, errors } = this
    const [medianCps, maxCps] = this.speedsRead()
    return {
      format,
      encoding,
      confidence: Math.round(confidence * 100) / 100,
      otherEncodings,
      cues,
      firstStart: cues ? this.first : null,
      lastEnd: cues ? this.last : null,
      characters,
      medianCps,
      maxCps,
      errors,
      problems,
    }
  }

  /** The median and the highest. */
  private speedsRead(): [median: number, highest: number] {
    const all = [...this.speeds].sort(([a], [b]) => a - b)
    const half = all.reduce((sum, [, count]) => sum + count, 0) >> 1
    let passed = 0
    const middle = all.find(([, count]) => (passed += count) > half)
    return [(middle?.[0] ?? 0) / 10, (all.at(-1)?.[0] ?? 0) / 10]
  }
}

type Facts = ReturnType<FactCount['facts']>

function table(facts: Facts): string {
  const { encoding, confidence, otherEncodings, errors, firstStart, lastEnd } = facts
  const guess = { encoding, percent: Math.round(confidence * 100), others: otherEncodings.slice(0, 3).join(', ') }
  const span = facts.cues ? `${formatTimecode(firstStart!)} – ${formatTimecode(lastEnd!)}` : '–'
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
