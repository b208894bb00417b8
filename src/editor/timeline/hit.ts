import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { type StackRow, stackRows } from './stack-rows.ts'
import { endOf, timeAt, type View, xOf } from './view.ts'
import { cuesBetween } from '../model/document/cues-in-time.ts'

export interface Hit {
  readonly id: string
  readonly part: 'start' | 'end' | 'body'
}

const noRows: ReadonlyMap<string, StackRow> = new Map()

/** Distance within which the pointer takes an edge; a narrow block keeps its middle for the body. */
const EDGE_PX = 8
/** The same for a finger, which covers what it touches. */
export const FINGER_EDGE_PX = 20

/**
 * The cue under `x`, and among overlapping ones at `depth`: 0 at the track's top, 1 at its bottom. Edges precede
 * bodies, and the nearer edge wins within `edgePx`.
 */
export function hitCue(list: CueList, view: View, x: number, depth = 0, edgePx = EDGE_PX): Hit | undefined {
  const touched = cuesBetween(list, timeAt(view, x - edgePx), timeAt(view, x + edgePx))
  // Rows as drawn, computed from all lines in view.
  const rows = touched.length > 1 ? stackRows(cuesBetween(list, view.startMs, endOf(view))) : noRows
  const near = touched.filter((cue) => {
    const place = rows.get(cue.id)
    return !place || Math.min(place.of - 1, Math.floor(depth * place.of)) === place.row
  })
  let best: { hit: Hit; distance: number } | undefined
  for (const cue of near) {
    const left = xOf(view, cue.start)
    const right = xOf(view, cue.end)
    const reach = Math.min(edgePx, (right - left) / 3)
    const inside = x >= left && x <= right
    for (const [part, edge] of [
      ['start', left],
      ['end', right],
    ] as const) {
      const distance = Math.abs(x - edge)
      // An edge also reacts outside its block, but after a neighbour's body there.
      if (distance > (inside ? reach : edgePx / 2)) continue
      const weight = inside ? distance : distance + edgePx
      if (!best || weight < best.distance) best = { hit: { id: cue.id, part }, distance: weight }
    }
    if (inside && (!best || best.distance > edgePx * 2))
      best = { hit: { id: cue.id, part: 'body' }, distance: edgePx * 2 }
  }
  return best?.hit
}
