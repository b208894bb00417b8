import type { TaskReport, TaskReportLine } from '#core/domain/task.ts'
import type { FitVerdict } from '#core/speech/fit-plan.ts'

/** What became of one cue in a dub. `failed`: no voice could speak it, and its note says why. */
export interface DubRow extends TaskReportLine {
  readonly verdict: FitVerdict | 'failed'
}

/** The report of a dub, which counts the lines that somebody should look at. */
export function reportOf(rows: readonly DubRow[]): TaskReport {
  const flagged = rows.filter(({ verdict }) => verdict === 'does_not_fit' || verdict === 'failed').length
  return { flagged, lines: rows }
}
