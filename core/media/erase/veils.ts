import type { FramePart } from './temporal.ts'
import type { Covered, Covering } from './texts.ts'
import { isSameVeil, unveiled, type Veil, veilBehind, veilEdge, type VeilPair } from './veil.ts'

/** Parts of frames that are at hand. */
export interface PartFrames {
  readonly first: number
  readonly last: number
  readonly part: (frame: number) => FramePart
}

/** Frames between one that shows a text whole and one that does not at all. */
const BETWEEN = 3

interface StandingVeil extends Veil {
  readonly first: number
  readonly last: number
}

/** The frames without the veils behind texts, and the edges of these, which are to be filled. */
export function withoutVeils(covers: readonly Covering[], frames: PartFrames) {
  const veils: StandingVeil[] = []
  for (const { text, first, last } of covers) {
    if (text.isMark || text.isWhole) continue
    const same = veils.find((veil) => veil.first <= last && first <= veil.last && isSameVeil(veil.box, text.box))
    if (same) continue
    const veil = veilBehind(text, pairsAround({ first, last }, frames))
    if (veil) veils.push({ ...veil, first: first - BETWEEN, last: last + BETWEEN })
  }
  const part = (frame: number): FramePart =>
    veils
      .filter(({ first, last }) => first <= frame && frame <= last)
      .reduce((sum, veil) => unveiled(sum, veil), frames.part(frame))
  return { part: veils.length > 0 ? part : frames.part, edges: veils.map((veil) => edgeOf(veil, frames)) }
}

/** Frames around the beginning and the end of a text. */
function pairsAround({ first, last }: { first: number; last: number }, frames: PartFrames): VeilPair[] {
  const inner = (BETWEEN - 1) / 2
  const pairs = [
    { without: first - inner, shown: first - inner + BETWEEN },
    { without: last + inner, shown: last + inner - BETWEEN },
  ]
  return pairs
    .filter(
      ({ without, shown }) => without >= frames.first && without <= frames.last && shown >= first && shown <= last,
    )
    .map(({ without, shown }) => ({ without: frames.part(without), shown: frames.part(shown) }))
}

function edgeOf({ box, first, last }: StandingVeil, frames: PartFrames): Covered {
  const { luma } = frames.part(frames.first)
  return {
    strokes: veilEdge(box, luma),
    first: Math.max(frames.first, first + BETWEEN),
    last: Math.min(frames.last, last - BETWEEN),
  }
}
