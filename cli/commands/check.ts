import { addAll } from '#core/domain/lists.ts'
import { checkAll } from '#core/checks/check.ts'
import { csvReport, type FindingRow, findingRows } from '#core/checks/report.ts'
import type { Severity } from '#core/checks/rule.ts'
import { expandInputs, type ReadFlags, readInput } from '../inputs.ts'
import { say } from '../messages.ts'
import { explain, rowLine, tell, tellProblems } from '../report.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { ruleChoice, type RuleFlags } from '../values.ts'

/** Exit codes: 0 for nothing or hints only, 1 warnings, 2 errors, 3 an unreadable file. */
export async function check(
  names: string[],
  flags: ReadFlags & RuleFlags & { json?: boolean; csv?: boolean },
): Promise<number> {
  const choice = ruleChoice(flags)
  const rows: FindingRow[] = []
  const words = { explain, notation: clockNotation }
  let unread = false
  for (const input of expandInputs(names)) {
    const file = await readInput(input, flags)
    tellProblems(input.path, file.problems)
    if (file.cues.length === 0) {
      tell(`${input.path}: ${say('no_lines')}`)
      unread = true
    }
    addAll(rows, findingRows(input.path, file.cues, checkAll(file.cues, choice.limits, choice.shotChanges), words))
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else if (flags.csv) process.stdout.write(csvReport(rows))
  else for (const row of rows) process.stdout.write(rowLine(row))
  tell(summary(rows))
  return unread ? 3 : exitCode(rows)
}

const count = (rows: readonly FindingRow[], severity: Severity): number =>
  rows.filter((row) => row.severity === severity).length

function summary(rows: readonly FindingRow[]): string {
  if (rows.length === 0) return say('clean')
  return say('found', {
    errors: count(rows, 'error'),
    warnings: count(rows, 'warning'),
    hints: count(rows, 'hint'),
  })
}

function exitCode(rows: readonly FindingRow[]): number {
  if (count(rows, 'error')) return 2
  return count(rows, 'warning') ? 1 : 0
}
