import type { Cue } from '#core/subtitle/cue.ts'
import type { CueMarks } from './cue-marks.ts'

/** What a tile of cues was painted of; the same is painted once. */
export interface TileSignature {
  /** The parts of the list with its cues and those beside them: an edit makes others of those that it changes. */
  readonly chunks: readonly (readonly Cue[])[]
  readonly selection: ReadonlySet<string> | undefined
  /** Cues that are dragged: none of them is painted on a tile. */
  readonly dragged: ReadonlySet<string>
  /** Those of them that are in it. */
  readonly leftOut: readonly Cue[]
  readonly version: CueMarks['version']
  readonly colorOf: CueMarks['colorOf']
}

export function isSameTile(a: TileSignature, b: TileSignature): boolean {
  if (a.selection !== b.selection || a.version !== b.version || a.colorOf !== b.colorOf) return false
  if (a.chunks.length !== b.chunks.length || !hasSameIds(a.leftOut, b.leftOut)) return false
  return a.chunks.every((chunk, at) => isSame(chunk, b.chunks[at], b.dragged))
}

function hasSameIds(a: readonly Cue[], b: readonly Cue[]): boolean {
  const ids = new Set(b.map(({ id }) => id))
  return a.length === b.length && a.every(({ id }) => ids.has(id))
}

/** But for cues that are dragged: their chunk is another at each move. */
function isSame(a: readonly Cue[], b: readonly Cue[] | undefined, dragged: ReadonlySet<string>): boolean {
  if (a === b) return true
  if (dragged.size === 0 || a.length !== b?.length) return false
  return a.every((cue, at) => cue === b[at] || (cue.id === b[at]?.id && dragged.has(cue.id)))
}
