import type { FindingRow } from '#core/checks/report.ts'
import { type Finding, findingMessage } from '#core/checks/rule.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import type { Problem } from '#core/subtitle/text/problem.ts'
import { printable, say } from './messages.ts'

/** Writes to standard error: standard output is for results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

const SHOWN = 20

/** Reports the first problems of reading, and their total number. */
export function tellProblems(name: string, problems: readonly Problem[], count = problems.length): void {
  if (count === 0) return
  tell(`${name}: ${say('problems', { count })}`)
  for (const { line, kind, text } of problems.slice(0, SHOWN)) {
    tell(`  ${say('line_problem', { line, what: say(`subtitles:problem_${kind}`), text: printable(text) })}`)
  }
  if (count > SHOWN) tell(`  … +${count - SHOWN}`)
}

/** The first problems of a file read in parts, and their number. */
export class ProblemCount {
  readonly first: Problem[] = []
  count = 0

  add(problems: readonly Problem[]): void {
    this.count += problems.length
    this.first.push(...problems.slice(0, SHOWN - this.first.length))
  }
}

/** Reports losses of the written format. */
export function tellLosses(name: string, losses: readonly Loss[]): void {
  for (const { kind, count, first } of losses) {
    const what = say('subtitles:loss_summary', { what: say(`subtitles:loss_${kind}`), count, first: first + 1 })
    tell(`${name}: ${say('dropped', { what })}`)
  }
}

/** A finding's message in the terminal's language. */
export function explain(finding: Finding): string {
  return say(`checks:${findingMessage(finding)}`, finding.values)
}

/** One row of a report as a line of text. */
export function rowLine({ file, number, start, severity, rule, explanation, text }: FindingRow): string {
  const mark = say(`checks:severity_${severity}`)
  return `${file}:${number} ${start} ${mark} ${rule}: ${explanation} · ${printable(text, 60)}\n`
}
