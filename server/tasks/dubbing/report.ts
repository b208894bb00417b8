import type { DubRemark } from '#core/domain/dubbing.ts'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { isFlaggedVerdict, remarksOf, type TaskReport, type TaskReportLine } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { FitVerdict } from '#core/speech/fit-plan.ts'

/** The result of one cue. `failed`: no voice could speak it, see its note; `broken_off`: a voice stopped in it. */
export interface DubRow extends TaskReportLine {
  readonly verdict: FitVerdict | 'failed' | 'broken_off'
}

/**
 * The report of a dub, with the cues that need review. Remarks on a cue's translation follow those on its speech, or
 * replace them if there are none. `spans`: the slow-downs.
 */
export function reportOf(
  rows: readonly DubRow[],
  cues: readonly Cue[],
  {
    spans = [],
    translated = [],
    remarks = [],
  }: {
    spans?: readonly SlowSpan[]
    translated?: readonly TaskReportLine[]
    remarks?: readonly DubRemark[]
  } = {},
): TaskReport {
  const byId = new Map(cues.map((cue) => [cue.id, cue]))
  const dubbed = rows.map((row): TaskReportLine => {
    const cue = isFlaggedVerdict(row.verdict) ? byId.get(row.cue_id) : undefined
    return cue ? { ...row, cue: { start: cue.start, end: cue.end, text: cue.text } } : row
  })
  const flagged = new Set(dubbed.flatMap(({ cue_id, verdict }) => (isFlaggedVerdict(verdict) ? [cue_id] : [])))
  const added = translated.filter(({ cue_id }) => !flagged.has(cue_id))
  const replaced = new Set(added.map(({ cue_id }) => cue_id))
  const behind = new Map(translated.map((line) => [line.cue_id, remarksOf(line)]))
  const lines = [
    ...dubbed
      .filter(({ cue_id }) => !replaced.has(cue_id))
      .map((row) => (flagged.has(row.cue_id) ? { ...row, also: behind.get(row.cue_id) ?? [] } : row)),
    ...added,
  ].sort((a, b) => a.start - b.start)
  return {
    flagged: flagged.size + added.length,
    lines,
    ...(spans.length > 0 && { slowed: spans }),
    ...(remarks.length > 0 && { remarks }),
  }
}
