import type { TaskReport, TaskReportLine } from '#core/domain/task.ts'
import type { FusedLine } from '#core/speech/fuse.ts'
import type { Word } from '#core/speech/words.ts'
import type { Cue, NewId } from '#core/subtitle/cue.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import type { PictureCues } from './text.ts'

/** Words below this confidence are doubtful. */
const DOUBTFUL = 0.5
const LONGEST_NOTE = 300

interface Extracted {
  readonly cues: readonly Cue[]
  readonly words: readonly Word[]
  readonly seen: PictureCues
  /** How picture and speech were combined, if both were used. */
  readonly fused: readonly FusedLine[] | undefined
  readonly newId: NewId
}

/**
 * Remarks per cue. `doubtful`: words of low confidence; `differs`: another reading, by the picture's second engine or by
 * speech; `rolls`: rolling text until the note's time. Certain cues have none.
 */
export function reportOf({ cues, words, seen, fused, newId }: Extracted): TaskReport {
  const origins = new Map(fused?.map((line) => [line.cue.id, line]))
  const readWords = new Map(seen.cues.map(({ cue, words: own }) => [cue.id, own]))
  const lines = cues.flatMap((cue): TaskReportLine[] => {
    const { start, end, text } = cue
    const line = { cue_id: cue.id, start, end, rate: 1, cue: { start, end, text } }
    const heard = origins.get(cue.id)?.heard ?? ''
    if (heard !== '') return [{ ...line, verdict: 'differs', note: heard.slice(0, LONGEST_NOTE) }]
    if (origins.get(cue.id)?.origin === 'both') return []
    const own = readWords.get(cue.id)
    const doubtful = own
      ? own.filter(({ confidence }) => confidence < DOUBTFUL).map((word) => word.text)
      : words.filter((word) => isIn(cue, word) && (word.confidence ?? 1) < DOUBTFUL).map((word) => word.text)
    if (doubtful.length === 0) return []
    return [{ ...line, verdict: 'doubtful', note: doubtful.join(' ').slice(0, LONGEST_NOTE) }]
  })
  const rolls = seen.rolls.map(({ start, end }): TaskReportLine => ({
    ...{ cue_id: newId(), start, end, rate: 1, verdict: 'rolls' },
    note: `– ${formatTimecode(end)}`,
  }))
  const all = [...lines, ...rolls].sort((a, b) => a.start - b.start)
  return { flagged: all.length, lines: all }
}

function isIn({ start, end }: Cue, word: Word): boolean {
  const middle = (word.start + word.end) / 2
  return middle >= start && middle < end
}
