import { type Finding, type Severity } from '#core/checks/rule.ts'
import type { Drop } from '#core/subtitle/convert.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { ReadBytes } from '#core/subtitle/file.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { printable, say } from './messages.ts'

/** What is worth telling goes to standard error, so that standard output stays what the command makes. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

const SHOWN = 20

/** The first problems of reading, and how many there are. */
export function tellProblems(name: string, file: ReadBytes): void {
  const { problems } = file
  if (problems.length === 0) return
  tell(`${name}: ${say('problems', { count: problems.length })}`)
  for (const { line, kind, text } of problems.slice(0, SHOWN)) {
    tell(`  ${say('line_problem', { line, what: say(`subtitles:problem_${kind}`), text: printable(text) })}`)
  }
  if (problems.length > SHOWN) tell(`  … +${problems.length - SHOWN}`)
}

export function tellDrops(name: string, drops: readonly Drop[]): void {
  for (const { kind, count, first } of drops) {
    const what = say('subtitles:drop_summary', { what: say(`subtitles:drop_${kind}`), count, first: first + 1 })
    tell(`${name}: ${say('dropped', { what })}`)
  }
}

export function explain({ rule, values }: Finding): string {
  return say(`checks:finding_${rule}`, values)
}

export interface FindingRow {
  readonly file: string
  readonly number: number
  readonly start: string
  readonly end: string
  readonly severity: Severity
  readonly rule: string
  readonly explanation: string
  readonly text: string
}

export function findingRow(file: string, number: number, cue: Cue, finding: Finding): FindingRow {
  return {
    file,
    number,
    start: formatTimecode(cue.start),
    end: formatTimecode(cue.end),
    severity: finding.severity,
    rule: finding.rule,
    explanation: explain(finding),
    text: cue.text,
  }
}

export function rowLine({ file, number, start, severity, rule, explanation, text }: FindingRow): string {
  const mark = say(`checks:severity_${severity}`)
  return `${file}:${number} ${start} ${mark} ${rule}: ${explanation} · ${printable(text, 60)}\n`
}

export function csv(rows: readonly FindingRow[]): string {
  const columns = ['file', 'number', 'start', 'end', 'severity', 'rule', 'explanation', 'text'] as const
  const lines = rows.map((row) => columns.map((column) => csvField(String(row[column]))).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

/** Quoted where it has to be; a text that a spreadsheet would take for a formula gets an apostrophe. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
