import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { chunksBetween, countBetween, cuesBetween } from '../model/document/cues-in-time.ts'
import { type CueMarks, faultMark } from './cue-marks.ts'
import { type Label, LABEL_MIN_PX, Labels } from './labels.ts'
import type { Palette } from './palette.ts'
import { stackRows } from './stack-rows.ts'
import { Boxes } from './surface/boxes.ts'
import type { Surface } from './surface/surface.ts'
import { isSameTile, type TileSignature } from './tile-signature.ts'
import { type Painter, type TilePlace, Tiles } from './tiles.ts'
import { endOf, type View, xOf } from './view.ts'

/** Narrower cues are merged into strips: an hour in one view has thousands of them. */
const BLOCK_MIN_PX = 3
/** Narrower blocks have no edges. */
const EDGES_MIN_PX = 8
const EDGE_PX = 2

/** With more cues in view, no texts are drawn, and the selection is part of the tiles. */
const MANY = 1000

const STRIPE_PX = 4
/** Opacity of a box over the waveform. */
const OVER_SOUND = 0.78
/** Heights of the marks on the line at the playhead and on a line with findings. */
const PLAYING_PX = 3
const FAULT_PX = 3
/** A flag: its pole at the line's right end, and the cloth beside it. */
const POLE = { fromRight: 6, width: 1, height: 12 }
const CLOTH = { width: 7, height: 6 }

/** Look of the cue track. */
export interface CueTrackLook {
  readonly palette: Palette
  /** Language of the texts. */
  readonly language: string | undefined
  /** Draws the waveform, which shows through the boxes. */
  readonly sound: ((surface: Surface) => void) | undefined
}

/** Blocks with texts for cues in view, and strips for narrow ones. */
export class CueLayer {
  readonly labels = new Labels()
  private readonly tiles = new Tiles<TileSignature>()

  draw(surface: Surface, cues: CueList, place: Omit<TilePlace, 'toMs'>, look: CueTrackLook, marks: CueMarks): void {
    const { view, top, height } = place
    const count = countBetween(cues, view.startMs, endOf(view))
    // If most cues are too narrow for a text, they are painted on tiles; wider or selected ones are drawn above.
    const isDense = count > view.width / LABEL_MIN_PX
    if (isDense) this.drawTiles(surface, cues, place, look.palette, marks)
    const near = count > MANY ? markedBetween(cues, marks, view) : cuesBetween(cues, view.startMs, endOf(view))
    const isOver = (cue: Cue, width: number) => !isDense || width >= LABEL_MIN_PX || isMarked(cue, marks)
    const blocks = new Blocks(near, { view, top, height }, look.palette, marks, isOver)
    // Between narrow boxes the waveform would only be noise.
    const sound = isDense ? undefined : look.sound
    sound?.(surface)
    blocks.draw(surface, sound !== undefined)
    this.labels.draw(surface, blocks.labels, look.palette, look.language)
  }

  private drawTiles(
    surface: Surface,
    cues: CueList,
    place: Omit<TilePlace, 'toMs'>,
    palette: Palette,
    { focus: _focus, playing: _playing, ...rest }: CueMarks,
  ): void {
    // A few selected lines are drawn above the tiles, so that changing the focus paints no tile. During a drag the
    // tiles leave them out, so that no move paints one.
    const selection = rest.selection.size > MANY ? rest.selection : undefined
    const dragged = rest.isPreview && !selection ? rest.selection : noneSelected
    const marks = { ...rest, focus: undefined, playing: undefined, selection: selection ?? noneSelected }
    const painter: Painter<TileSignature> = {
      ground: palette.background,
      signature: (fromMs, toMs, painted) => {
        const now = {
          chunks: chunksBetween(cues, fromMs, toMs),
          selection,
          dragged,
          leftOut: selectedBetween(cues, dragged, fromMs, toMs),
          version: marks.version,
          colorOf: marks.colorOf,
        }
        return painted && isSameTile(painted, now) ? painted : now
      },
      paint: (tile, { fromPx, pxPerMs, width }) => {
        const view = { startMs: fromPx / pxPerMs, pxPerMs, width }
        const shown = cuesBetween(cues, view.startMs, endOf(view)).filter(({ id }) => !dragged.has(id))
        new Blocks(shown, { view, top: 0, height: place.height }, palette, marks).draw(tile)
      },
    }
    this.tiles.draw(surface, painter, { ...place, toMs: Infinity }, String(palette.cue))
  }
}

/** Boxes of some cues, and positions of their texts. */
class Blocks {
  readonly labels: Label[] = []
  private readonly gaps = new Boxes()
  private readonly bodies = new Boxes()
  private readonly stripes = new Boxes()
  private readonly edges = new Boxes()
  private readonly heads = new Boxes()

  /** Cues are ordered by start. */
  constructor(
    near: readonly Cue[],
    { view, top, height }: { readonly view: View; readonly top: number; readonly height: number },
    palette: Palette,
    marks: CueMarks,
    isWanted: (cue: Cue, width: number) => boolean = () => true,
  ) {
    let stripEnd = -Infinity
    let covered = 0
    const cover = (to: number): void => {
      if (to > covered) this.gaps.add(palette.background, covered, top, to - covered, height)
    }
    const rows = stackRows(near)
    for (const cue of near) {
      const x = Math.round(xOf(view, cue.start))
      const width = Math.max(1, Math.round(xOf(view, cue.end)) - x)
      if (!isWanted(cue, width)) continue
      if (width >= BLOCK_MIN_PX || isMarked(cue, marks)) {
        const { row, of } = rows.get(cue.id) ?? noRow
        const own = Math.floor(height / of)
        this.block(cue, { x, top: top + row * own, width: Math.max(2, width), height: own }, palette, marks)
        // Overlapping cues are too low for a waveform.
        if (of === 1) {
          cover(x)
          covered = x + Math.max(1, width - 1)
        }
        // The text of a block that starts left of the view starts at the view's edge.
        const hidden = Math.max(0, -x)
        const room = width - hidden
        if (room >= LABEL_MIN_PX) this.labels.push({ cue, x: x + hidden, y: top + row * own, room, height: own })
      } else if (x + width > stripEnd) {
        const from = Math.max(x, stripEnd)
        this.bodies.add(palette.cue, from, top + 4, x + width - from, height - 8)
        stripEnd = x + width
        this.narrow(cue, from, x + width - from, top, palette, marks)
      } else this.narrow(cue, x, 1, top, palette, marks)
    }
    cover(Math.ceil(view.width))
  }

  /** Over a waveform it is covered between the boxes, and shows through them. */
  draw(surface: Surface, isOverSound = false): void {
    if (isOverSound) this.gaps.draw(surface)
    this.bodies.draw(surface, isOverSound ? OVER_SOUND : 1)
    for (const boxes of [this.stripes, this.edges, this.heads]) boxes.draw(surface)
  }

  private block(cue: Cue, { x, top, width, height }: Place, palette: Palette, marks: CueMarks): void {
    const ink = Math.max(1, width - 1)
    const isChosen = marks.selection.has(cue.id)
    const speaker = marks.colorOf(cue)
    const plain = marks.isFaulty(cue) ? palette.cueError : (speaker?.body ?? palette.cue)
    this.bodies.add(isChosen ? palette.cueFocus : plain, x, top, ink, height)
    if (speaker) this.stripes.add(speaker.strong, x, top + height - STRIPE_PX, ink, STRIPE_PX)
    const isPlaying = marks.playing === cue.id
    if (isPlaying) this.heads.add(palette.playing, x, top, ink, PLAYING_PX)
    if (width <= EDGES_MIN_PX) return this.narrow(cue, x, ink, top, palette, marks)
    const severity = marks.severityOf(cue)
    if (severity === 'error' || severity === 'warning') {
      this.stripes.add(palette[severity], x, top + (isPlaying ? PLAYING_PX : 0), ink, FAULT_PX)
    }
    if (marks.isFlagged(cue)) this.flag(x + ink - POLE.fromRight, top + FAULT_PX + PLAYING_PX, palette)
    // An error also has an outline, visible without colours.
    if (marks.focus === cue.id) this.outline(palette.focus, x, top, ink, height)
    else if (severity === 'error') this.outline(palette.error, x, top, ink, height)
    else {
      const edge = isChosen ? palette.edge : (speaker?.strong ?? palette.edge)
      this.edges.add(edge, x, top, EDGE_PX, height)
      this.edges.add(edge, x + ink - EDGE_PX, top, EDGE_PX, height)
    }
  }

  /** The finding of a line that only has room for a stripe. */
  private narrow(cue: Cue, x: number, width: number, top: number, palette: Palette, marks: CueMarks): void {
    const mark = faultMark(cue, marks)
    if (mark === 'e') this.heads.add(palette.error, x, top, width, FAULT_PX)
    else if (mark !== '.') this.stripes.add(palette.warning, x, top, width, FAULT_PX)
  }

  private outline(color: number, x: number, top: number, width: number, height: number): void {
    this.edges.add(color, x, top, EDGE_PX, height)
    this.edges.add(color, x + width - EDGE_PX, top, EDGE_PX, height)
    this.edges.add(color, x, top, width, EDGE_PX)
    this.edges.add(color, x, top + height - EDGE_PX, width, EDGE_PX)
  }

  private flag(x: number, top: number, palette: Palette): void {
    this.stripes.add(palette.warning, x, top, POLE.width, POLE.height)
    this.stripes.add(palette.warning, x - CLOTH.width, top, CLOTH.width, CLOTH.height)
  }
}

interface Place {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const noRow = { row: 0, of: 1 }
const noneSelected: ReadonlySet<string> = new Set()

function isMarked({ id }: Cue, { selection, playing }: CueMarks): boolean {
  return id === playing || selection.has(id)
}

/** The line at the playhead and selected ones in view; without the selection if it is so large that tiles draw it. */
function markedBetween(cues: CueList, { selection, playing }: CueMarks, view: View): Cue[] {
  const ids = new Set(selection.size > MANY ? [] : selection)
  if (playing !== undefined) ids.add(playing)
  return selectedBetween(cues, ids, view.startMs, endOf(view))
}

/** Selected cues in a time range, by start. */
function selectedBetween(cues: CueList, ids: ReadonlySet<string>, fromMs: number, toMs: number): Cue[] {
  return [...ids]
    .flatMap((id) => cues.at(cues.index.get(id) ?? -1) ?? [])
    .filter(({ start, end }) => start <= toMs && end >= fromMs)
    .sort((a, b) => a.start - b.start)
}
