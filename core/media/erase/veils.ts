import type { FramePart } from './temporal.ts'
import type { Covered, Covering } from './texts.ts'
import { isSameVeil, unveiled, type Veil, type VeiledText, veilBehind, veilEdge, type VeilPair } from './veil.ts'
import { veilByEdges } from './veil-edges.ts'

/** Parts of the available frames. */
export interface PartFrames {
  readonly first: number
  readonly last: number
  readonly part: (frame: number) => FramePart
}

/** Frames between one that fully shows a text and one without it. */
const BETWEEN = 3

interface StandingVeil extends Veil {
  readonly first: number
  readonly last: number
}

/** Frames of a text in which its veil's edges are searched. */
const EDGE_FRAMES = 5

/** The frames without veils, and the veils' edges, which are to be filled. */
export function withoutVeils(covers: readonly Covering[], frames: PartFrames) {
  const texts = covers.filter(({ text }) => !text.isMark && !text.isWhole)
  const veils: StandingVeil[] = []
  // A veil that persists across cues is searched behind each: the next may be wider.
  const isKnown = ({ text, first, last }: Covering): boolean =>
    veils.some(
      (veil) =>
        2 * (Math.min(last, veil.last) - Math.max(first, veil.first)) > last - first && isSameVeil(veil.box, text.box),
    )
  const add = ({ first, last }: Covering, veil: Veil | undefined): void => {
    if (veil) veils.push({ ...veil, first: first - BETWEEN, last: last + BETWEEN })
  }
  for (const cover of texts) if (!isKnown(cover)) add(cover, veilBehind(veiled(cover), pairsAround(cover, frames)))
  // Texts never seen without a veil: by edges, and by other texts' veils.
  const known = veils.map(({ share, levels }) => ({ share, level: levels[0] }))
  for (const cover of texts) if (!isKnown(cover)) add(cover, veilByEdges(veiled(cover), framesOf(cover, frames), known))
  const part = (frame: number): FramePart =>
    veils
      .filter(({ first, last }) => first <= frame && frame <= last)
      .reduce((sum, veil) => unveiled(sum, veil), frames.part(frame))
  return { part: veils.length > 0 ? part : frames.part, edges: veils.map((veil) => edgeOf(veil, frames)) }
}

function veiled({ text, strokes }: Covering): VeiledText {
  return { box: text.box, height: text.height, strokes }
}

function framesOf({ first, last }: Covering, frames: PartFrames): FramePart[] {
  return Array.from({ length: EDGE_FRAMES }, (_, at) =>
    frames.part(Math.round(first + ((last - first) * (at + 0.5)) / EDGE_FRAMES)),
  )
}

/** Frames around a text's start and end. */
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
