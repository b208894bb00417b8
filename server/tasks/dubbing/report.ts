import { isFlaggedVerdict, type TaskReport, type TaskReportLine } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { FitVerdict } from '#core/speech/fit-plan.ts'

/** What became of one cue in a dub. `failed`: no voice could speak it, and its note says why. */
export interface DubRow extends TaskReportLine {
  readonly verdict: FitVerdict | 'failed'
}

/** The report of a dub of these cues: it counts the lines that somebody should look at, and keeps them as they were. */
export function reportOf(rows: readonly DubRow[], cues: readonly Cue[]): TaskReport {
  const byId = new Map(cues.map((cue) => [cue.id, cue]))
  const lines = rows.map((row) => {
    const cue = isFlaggedVerdict(row.verdict) ? byId.get(row.cue_id) : undefined
    return cue ? { ...row, cue: { start: cue.start, end: cue.end, text: cue.text } } : row
  })
  return { flagged: rows.filter(({ verdict }) => isFlaggedVerdict(verdict)).length, lines }
}
