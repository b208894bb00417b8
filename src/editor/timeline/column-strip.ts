import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { Change, Patch } from '#core/subtitle/cue/patch.ts'
import { inSlices } from '#src/media/by-steps.ts'
import { cuesBetween } from '../model/document/cues-in-time.ts'
import { delays } from '../model/options.ts'
import type { EditorSession } from '../model/session.ts'
import { desynchronizedContext } from './surface/desynchronized.ts'
import { cssColor } from './surface/surface.ts'

/** Height of a strip in the overview. */
export const THIN_STRIP_PX = 3

/** With more changes, rebuilding all columns is cheaper. */
const FEW = 100

export interface ColumnRules {
  /** Least number of columns of a cue. */
  readonly leastPx: number
  /** Value of a cue; 0 draws nothing. */
  readonly valueOf: (cue: Cue) => number
  /** A column has the sum of its cues' values, weighted by coverage; otherwise their maximum. */
  readonly isSum: boolean
}

/**
 * A value per pixel column of a strip over the whole video. A change recomputes only the columns around it, however
 * long the text is.
 */
export class Columns {
  readonly values: Float64Array
  private readonly pxPerMs: number
  private readonly rules: ColumnRules
  /** Range of columns, end excluded, that may have changed since they were taken. */
  private changed: readonly [number, number]

  constructor(width: number, durationMs: number, rules: ColumnRules) {
    this.values = new Float64Array(width)
    this.pxPerMs = width / durationMs
    this.rules = rules
    this.changed = [0, width]
  }

  add(cue: Cue, first = 0, last = this.values.length): void {
    const { valueOf, leastPx, isSum } = this.rules
    const value = valueOf(cue)
    if (value <= 0) return
    const { values, pxPerMs } = this
    const [start, end] = [cue.start * pxPerMs, cue.end * pxPerMs]
    const from = Math.max(first, Math.floor(Math.max(0, start)))
    const to = Math.min(last, Math.max(Math.floor(Math.max(0, start)) + leastPx, Math.ceil(end)))
    for (let x = from; x < to; x++) {
      const before = values[x] ?? 0
      values[x] = isSum ? before + value * (Math.min(x + 1, end) - Math.max(x, start)) : Math.max(before, value)
    }
  }

  /** Applies a change that led to `list`; false if it is so large that all columns must be rebuilt. */
  follow(list: CueList, patch: Patch): boolean {
    if (patch.length > FEW) return false
    for (const change of patch) for (const at of indexesOf(list, change)) this.renewAround(list, at, change)
    return true
  }

  /** Returns the changed range of columns and resets it. */
  takeChanged(): readonly [number, number] {
    const { changed } = this
    this.changed = [this.values.length, 0]
    return changed
  }

  /** A cue's value may depend on its neighbours. */
  private renewAround(list: CueList, at: number, change: Change): void {
    const { pxPerMs, values } = this
    const { leastPx } = this.rules
    let [fromMs, toMs] = [Infinity, -Infinity]
    for (const cue of [change.from, change.to, list.at(at - 1), list.at(at), list.at(at + 1)]) {
      if (!cue) continue
      fromMs = Math.min(fromMs, cue.start, cue.end)
      toMs = Math.max(toMs, cue.start, cue.end)
    }
    const first = Math.max(0, Math.floor(fromMs * pxPerMs))
    // A short cue at the end covers more columns than its time does.
    const last = Math.min(values.length, Math.ceil(toMs * pxPerMs) + leastPx)
    if (last <= first) return
    values.fill(0, first, last)
    for (const cue of cuesBetween(list, (first - leastPx) / pxPerMs, last / pxPerMs)) this.add(cue, first, last)
    this.changed = [Math.min(this.changed[0], first), Math.max(this.changed[1], last)]
  }
}

/** Indexes of a changed cue, before and after. */
function indexesOf(list: CueList, { id, at, was }: Change): number[] {
  const stands = list.index.get(id) ?? at
  return was === undefined ? [stands] : [stands, was]
}

export interface ColumnStrip {
  readonly session: EditorSession
  readonly durationMs: number
  readonly rules: ColumnRules
  /** In pixels; `inset` is left free above and below. */
  readonly height: number
  readonly inset: number
  /** Look of a column's value; undefined leaves it empty. */
  readonly lookOf: (value: number) => ColumnLook | undefined
  /** Watches for changed values without an edit: `redraw` rebuilds the strip. */
  readonly watch?: (redraw: () => void) => () => void
}

export interface ColumnLook {
  readonly color: number
  readonly opacity: number
}

/** Keeps a strip over the whole video up to date at pauses; returns a function that ends it. */
export function drawColumnStrip(canvas: HTMLCanvasElement, strip: ColumnStrip): () => void {
  const { session, durationMs, rules } = strip
  let columns: Columns | undefined
  let patches: Patch[] = []
  let making: AbortController | undefined

  const makeWhole = async (width: number): Promise<void> => {
    making = new AbortController()
    const { signal } = making
    patches = []
    const made = new Columns(width, durationMs, rules)
    if (!(await inSlices(session.list, (cue) => made.add(cue), signal))) return
    making = undefined
    columns = made
    draw()
  }
  const draw = (): void => {
    // The rebuild includes changes made meanwhile.
    if (making) return
    const waiting = patches
    patches = []
    const shown = columns
    if (shown && waiting.every((patch) => shown.follow(session.list, patch))) return paint(canvas, shown, strip)
    const width = canvas.clientWidth
    if (width > 0) void makeWhole(width)
  }
  const later = (): void => session.loop.idle(draw, draw, { after: delays.save })
  const redraw = (): void => {
    making?.abort()
    making = undefined
    columns = undefined
    later()
  }
  const stopHearing = session.onChange(({ patch }) => {
    patches.push(patch)
    later()
  })
  const stopWatching = strip.watch?.(redraw)
  // The observer calls with the initial width, and on each resize.
  const observer = new ResizeObserver(redraw)
  observer.observe(canvas)
  return () => {
    session.loop.cancel(draw)
    making?.abort()
    stopHearing()
    stopWatching?.()
    observer.disconnect()
  }
}

/** Paints changed columns, merging adjacent ones of equal value. */
function paint(canvas: HTMLCanvasElement, columns: Columns, { height, inset, lookOf }: ColumnStrip): void {
  const { values } = columns
  const [first, last] = columns.takeChanged()
  const context = first < last ? desynchronizedContext(canvas) : undefined
  if (!context) return
  // Setting the size again would clear the canvas.
  if (canvas.width !== values.length || canvas.height !== height)
    Object.assign(canvas, { width: values.length, height })
  context.clearRect(first, 0, last - first, height)
  for (let from = first, to = first; from < last; from = to) {
    while (to < last && values[to] === values[from]) to++
    const look = lookOf(values[from] ?? 0)
    if (!look) continue
    context.globalAlpha = look.opacity
    context.fillStyle = cssColor(look.color)
    context.fillRect(from, inset, to - from, height - 2 * inset)
  }
}
