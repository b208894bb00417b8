import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Change, Patch } from '#core/subtitle/patch.ts'
import { cuesBetween } from './visible.ts'

/** More changes than that are cheaper as the whole. */
const FEW = 100

/**
 * A value for each pixel column of a strip over the whole video: the most that a line in it has, 0 where none has one. A
 * change of lines looks at the columns around them alone, however long the text is.
 */
export class StripColumns {
  readonly values: Float64Array
  private readonly pxPerMs: number
  private readonly leastPx: number
  private readonly valueOf: (cue: Cue) => number
  /** What columns had before they were renewed: made once, since an array of that size is dear to make. */
  private readonly before: Float64Array
  /** From which column up to which, itself excluded, they are others than were taken. */
  private changed: readonly [number, number]

  /** A line takes `leastPx` columns at least. */
  constructor(size: { width: number; durationMs: number; leastPx: number }, valueOf: (cue: Cue) => number) {
    this.values = new Float64Array(size.width)
    this.before = new Float64Array(size.width)
    this.pxPerMs = size.width / size.durationMs
    this.leastPx = size.leastPx
    this.valueOf = valueOf
    this.changed = [0, size.width]
  }

  /** Adds a line. */
  add(cue: Cue, first = 0, last = this.values.length): void {
    const value = this.valueOf(cue)
    if (value <= 0) return
    const { values } = this
    const [from, to] = this.columnsOf(cue.start, cue.end)
    const end = Math.min(to, last)
    for (let x = Math.max(from, first); x < end; x++) values[x] = Math.max(values[x] ?? 0, value)
  }

  /** Takes over a change that led to `list`; false where there is so much of it that the whole is to be made again. */
  follow(list: CueList, patch: Patch): boolean {
    if (patch.length > FEW) return false
    for (const change of patch) for (const at of indexesOf(list, change)) this.renewAround(list, at, change)
    return true
  }

  /** The columns that changed since this was last asked, from the first up to the second. */
  takeChanged(): readonly [number, number] {
    const { changed } = this
    this.changed = [this.values.length, 0]
    return changed
  }

  /** What is said of a line may change with the lines beside it. */
  private renewAround(list: CueList, at: number, change: Change): void {
    let [from, to] = [Infinity, -Infinity]
    for (const cue of [change.from, change.to, list.at(at - 1), list.at(at), list.at(at + 1)]) {
      if (!cue) continue
      from = Math.min(from, cue.start, cue.end)
      to = Math.max(to, cue.start, cue.end)
    }
    this.renew(list, from, to)
  }

  private renew(list: CueList, fromMs: number, toMs: number): void {
    const { pxPerMs, leastPx } = this
    const first = Math.max(0, Math.floor(fromMs * pxPerMs))
    // A short line at the end takes more columns than its time does.
    const last = Math.min(this.values.length, Math.ceil(toMs * pxPerMs) + leastPx)
    if (last <= first) return
    const { values, before } = this
    for (let x = first; x < last; x++) {
      before[x] = values[x]!
      values[x] = 0
    }
    for (const cue of cuesBetween(list, (first - leastPx) / pxPerMs, last / pxPerMs)) this.add(cue, first, last)
    let from = first
    while (from < last && before[from] === values[from]) from++
    if (from === last) return
    let to = last
    while (before[to - 1] === values[to - 1]) to--
    this.changed = [Math.min(this.changed[0], from), Math.max(this.changed[1], to)]
  }

  private columnsOf(fromMs: number, toMs: number): [number, number] {
    const from = Math.max(0, Math.floor(fromMs * this.pxPerMs))
    return [from, Math.min(this.values.length, Math.max(from + this.leastPx, Math.ceil(toMs * this.pxPerMs)))]
  }
}

/** Where a changed line stands or stood. */
function indexesOf(list: CueList, { id, at, was }: Change): number[] {
  const stands = list.index.get(id) ?? at
  return was === undefined ? [stands] : [stands, was]
}
