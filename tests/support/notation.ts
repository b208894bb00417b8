import { makeCue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/patch.ts'
import type { Outcome } from '#core/timing/rules.ts'

/** A list in one line: `a[0-800] b[1000-1800 Hello there]`; the text is the id where none is given. */
export function tl(line: string): CueList {
  const cues = [...line.matchAll(/(\w+)\[(-?\d+)-(-?\d+)(?: ([^\]]*))?\]/g)].map(([, id, start, end, text]) =>
    makeCue(id!, Number(start), Number(end), text ?? id!),
  )
  return cueList(cues)
}

/** The same line of a list; a text is shown where it is not the id. */
export function show(list: CueList): string {
  return list.cues.map(({ id, start, end, text }) => `${id}[${start}-${end}${text === id ? '' : ` ${text}`}]`).join(' ')
}

/** What a patch makes of a line of notation. */
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

/** Milliseconds by which lines overlap their neighbours, all together. */
export function overlaps(list: CueList): number {
  return list.cues.reduce((sum, cue, at) => sum + Math.max(0, (list.cues[at - 1]?.end ?? 0) - cue.start), 0)
}
