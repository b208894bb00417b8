import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueMarks } from './cue-marks.ts'

/** What a tile of cues was painted from; an equal signature needs no repaint. */
export interface TileSignature {
  /** Chunks of the list with its cues and their neighbours: an edit replaces the chunks that it changes. */
  readonly chunks: readonly (readonly Cue[])[]
  readonly selection: ReadonlySet<string> | undefined
  /** Dragged cues, which tiles leave out. */
  readonly dragged: ReadonlySet<string>
  /** Dragged cues within the tile. */
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

/** Ignores dragged cues, which replace their chunk on each move. */
function isSame(a: readonly Cue[], b: readonly Cue[] | undefined, dragged: ReadonlySet<string>): boolean {
  if (a === b) return true
  if (dragged.size === 0 || a.length !== b?.length) return false
  return a.every((cue, at) => cue === b[at] || (cue.id === b[at]?.id && dragged.has(cue.id)))
}
