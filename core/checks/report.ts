import type { Cue } from '../subtitle/cue/cue.ts'
import { type TimeNotation, writeTime } from '../timing/time-notation.ts'
import type { Findings } from './check.ts'
import type { Finding, Severity } from './rule.ts'

/** One finding in a report. `number` counts cues from 1. */
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

/** How a report words findings and times. */
export interface ReportWords {
  readonly explain: (finding: Finding) => string
  readonly notation: TimeNotation
}

/** Rows of all findings in the order of the cues. */
export function findingRows(
  file: string,
  cues: readonly Cue[],
  findings: Findings,
  { explain, notation }: ReportWords,
): FindingRow[] {
  const rows: FindingRow[] = []
  for (const [at, cue] of cues.entries()) {
    for (const finding of findings.get(cue.id) ?? []) {
      const { severity, rule } = finding
      const [start, end] = [writeTime(cue.start, notation), writeTime(cue.end, notation)]
      rows.push({ file, number: at + 1, start, end, severity, rule, explanation: explain(finding), text: cue.text })
    }
  }
  return rows
}

const columns = ['file', 'number', 'start', 'end', 'severity', 'rule', 'explanation', 'text'] as const

/** The findings as CSV (RFC 4180) with a header line. */
export function csvReport(rows: readonly FindingRow[]): string {
  const lines = rows.map((row) => columns.map((column) => csvField(String(row[column]))).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

/** Quotes if needed; a text that a spreadsheet would take for a formula gets an apostrophe, a number does not. */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A self-contained HTML page, for mailing and printing. */
export function htmlReport(
  rows: readonly FindingRow[],
  title: string,
  heads: Readonly<Record<string, string>>,
): string {
  const shown = columns.slice(1)
  const cells = (row: FindingRow) => shown.map((column) => `<td>${escapeHtml(String(row[column]))}</td>`).join('')
  const body = rows.map((row) => `<tr class="${row.severity}">${cells(row)}</tr>`)
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<style>body{font:14px system-ui,sans-serif;margin:2em}table{border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:4px 10px;text-align:left;vertical-align:top;white-space:pre-line}.error td:nth-child(4){color:#b00}.warning td:nth-child(4){color:#960}</style>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<table><tr>${shown.map((column) => `<th>${escapeHtml(heads[column] ?? column)}</th>`).join('')}</tr>`,
    ...body,
    '</table>',
    '',
  ].join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
