import type { CueList } from '../../subtitle/cue/cue-list.ts'
import { replacePatch } from '../../subtitle/cue/patch.ts'
import type { ReviewedText, ReviewPlan } from '../../subtitle/formats/review-table.ts'
import { textMark } from './xliff.ts'
import type { XliffUnit } from './read-xliff.ts'

/** What a returned XLIFF file would change. */
export interface XliffPlan extends ReviewPlan {
  /** Lines that were edited here too since the file was written; part of `changed` only if they are wanted. */
  readonly conflicts: readonly ReviewedText[]
  /** Ids that several units with other texts have: the first one counts. */
  readonly doubled: readonly string[]
}

/**
 * Matches units to cues by id. A target that was not changed in the file leaves the line as it is now; a line that was
 * changed on both sides is a conflict, which `withConflicts` takes from the file.
 */
export function planXliff(list: CueList, units: readonly XliffUnit[], withConflicts: boolean): XliffPlan {
  const wanted = new Map<string, XliffUnit>()
  const doubled = new Set<string>()
  for (const unit of units) {
    const first = wanted.get(unit.id)
    if (!first) wanted.set(unit.id, unit)
    else if (first.target !== unit.target) doubled.add(unit.id)
  }
  const changed: ReviewedText[] = []
  const conflicts: ReviewedText[] = []
  const comments: { id: string; number: number; comment: string }[] = []
  let at = 0
  let missing = 0
  for (const { id, text } of list) {
    const number = ++at
    const unit = wanted.get(id)
    wanted.delete(id)
    if (!unit) {
      missing++
      continue
    }
    if (unit.comment !== '') comments.push({ id, number, comment: unit.comment })
    const { target, was } = unit
    if (target === undefined || target === text || textMark(target) === was) continue
    const isConflict = was !== undefined && textMark(text) !== was
    if (isConflict) conflicts.push({ id, number, before: text, after: target })
    if (!isConflict || withConflicts) changed.push({ id, number, before: text, after: target })
  }
  const texts = new Map(changed.map(({ id, after }) => [id, after]))
  const edited = [...list].flatMap((cue) => {
    const text = texts.get(cue.id)
    return text === undefined ? [] : [{ ...cue, text }]
  })
  const unmatched = [...wanted.values()].map(({ source, target = '', comment }) => {
    return { number: undefined, start: undefined, end: undefined, source, text: target, comment }
  })
  return { patch: replacePatch(list, edited), changed, comments, unmatched, missing, conflicts, doubled: [...doubled] }
}
