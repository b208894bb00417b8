import { type LineRemark, SURE_SPEAKER, type TaskReport, type TaskReportLine } from '#core/domain/task.ts'
import type { FusedLine } from '#core/speech/fuse.ts'
import type { SaidBy } from '#core/speech/speakers.ts'
import type { Word } from '#core/speech/words.ts'
import type { Cue, NewId } from '#core/subtitle/cue/cue.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
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
  /** The speaker of each cue, if there are several. */
  readonly said: ReadonlyMap<string, SaidBy>
  readonly newId: NewId
}

/**
 * Remarks per cue. `doubtful`: words of low confidence; `differs`: another reading, by the picture's second engine or by
 * speech; `speaker_unsure`: of another speaker in part; `rolls`: rolling text until the note's time. Certain cues have none.
 */
export function reportOf({ cues, words, seen, fused, said, newId }: Extracted): TaskReport {
  const origins = new Map(fused?.map((line) => [line.cue.id, line]))
  const readWords = new Map(seen.cues.map(({ cue, words: own }) => [cue.id, own]))
  const remarksOf = (cue: Cue): LineRemark[] => {
    const heard = origins.get(cue.id)?.heard ?? ''
    if (heard !== '') return [{ verdict: 'differs', note: heard.slice(0, LONGEST_NOTE) }]
    if (origins.get(cue.id)?.origin === 'both') return []
    const own = readWords.get(cue.id)
    const doubtful = own
      ? own.filter(({ confidence }) => confidence < DOUBTFUL).map((word) => word.text)
      : words.filter((word) => isIn(cue, word) && (word.confidence ?? 1) < DOUBTFUL).map((word) => word.text)
    return doubtful.length === 0 ? [] : [{ verdict: 'doubtful', note: doubtful.join(' ').slice(0, LONGEST_NOTE) }]
  }
  const lines = cues.flatMap((cue): TaskReportLine[] => {
    const { start, end, text } = cue
    const [first, ...also] = [...remarksOf(cue), ...speakerRemarks(said.get(cue.id))]
    const line = { cue_id: cue.id, start, end, rate: 1, cue: { start, end, text } }
    return first ? [{ ...line, ...first, ...(also.length > 0 && { also }) }] : []
  })
  const rolls = seen.rolls.map(({ start, end }): TaskReportLine => ({
    ...{ cue_id: newId(), start, end, rate: 1, verdict: 'rolls' },
    note: `– ${formatTimecode(end)}`,
  }))
  const all = [...lines, ...rolls].sort((a, b) => a.start - b.start)
  return { flagged: all.length, lines: all }
}

function speakerRemarks(by: SaidBy | undefined): LineRemark[] {
  if (!by || by.sure >= SURE_SPEAKER) return []
  return [{ verdict: 'speaker_unsure', note: String(Math.round(100 * by.sure)) }]
}

function isIn({ start, end }: Cue, word: Word): boolean {
  const middle = (word.start + word.end) / 2
  return middle >= start && middle < end
}
