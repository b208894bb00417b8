import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import type { Outcome } from '#core/timing/rules.ts'

/** A list in one line: `a[0-800] b[1000-1800 Hello there]`; the text defaults to the id. */
export function tl(line: string): CueList {
  const cues = [...line.matchAll(/(\w+)\[(-?\d+)-(-?\d+)(?: ([^\]]*))?\]/g)].map(([, id, start, end, text]) =>
    makeCue(id!, Number(start), Number(end), text ?? id!),
  )
  return cueList(cues)
}

/** The same line of a list; a text equal to the id is left out. */
export function show(list: CueList): string {
  return list.cues.map(({ id, start, end, text }) => `${id}[${start}-${end}${text === id ? '' : ` ${text}`}]`).join(' ')
}

/** A patch's effect on a line of notation. */
export function after(line: string, patch: (list: CueList) => Patch): string {
  const list = tl(line)
  return show(applyPatch(list, patch(list)))
}

/** The same of an operation that may refuse: then the reason. */
export function outcome(line: string, work: (list: CueList) => Outcome<Patch>): string {
  const list = tl(line)
  const result = work(list)
  return result.ok ? show(applyPatch(list, result.value)) : result.reason
}

/** Total overlap of neighbouring cues in milliseconds. */
export function overlaps(list: CueList): number {
  return list.cues.reduce((sum, cue, at) => sum + Math.max(0, (list.cues[at - 1]?.end ?? 0) - cue.start), 0)
}

/** Pairs with more overlap than before, except where one was within the other (a sign over dialogue). */
export function grownOverlaps(before: CueList, after: CueList): string[] {
  const grown: string[] = []
  for (const [at, a] of before.cues.entries()) {
    for (const b of before.cues.slice(at + 1)) {
      const [nowA, nowB] = [after.cues[after.index.get(a.id)!]!, after.cues[after.index.get(b.id)!]!]
      if (!isWithin(a, b) && !isWithin(b, a) && shared(nowA, nowB) > shared(a, b)) grown.push(`${a.id} ${b.id}`)
    }
  }
  return grown
}

const shared = (a: Cue, b: Cue): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))

/** A zero-length cue is within one that spans it. */
function isWithin(a: Cue, b: Cue): boolean {
  const [endA, endB] = [Math.max(a.start, a.end), Math.max(b.start, b.end)]
  const isApart = endA <= b.start || endB <= a.start
  return b.start <= a.start && endA <= endB && (!isApart || (a.start === b.start && endA === endB))
}
