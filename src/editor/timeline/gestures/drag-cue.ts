import { type CueList, cueOf } from '#core/subtitle/cue/cue-list.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { beginDrag, beginGroupDrag, type DragHandle } from '#core/timing/drag.ts'
import { nearestSnapTarget, type SnapTarget } from '#core/timing/snap.ts'
import { snapTargetsAround } from '#core/timing/snap-targets.ts'
import type { EditorSession } from '../../model/session.ts'
import type { Hit } from '../hit.ts'
import { cuesBetween } from '../../model/document/cues-in-time.ts'
import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'

const SNAP_PX = 8
/** Edges of neighbours also snap across a gap, so targets are searched this much farther. */
const NEIGHBOUR_MS = 1000

/** A cue or one of its edges follows the pointer, with its neighbours by the drag mode; a click selects it. */
export function dragCueGesture(host: GestureHost, start: PointerPlace, hit: Hit): Gesture {
  const drag = new CueDrag(host, start, hit)
  return {
    scrollsAtSides: true,
    move: (place) => drag.move(place),
    end: () => drag.end(),
    click: (event) => {
      host.showRange(undefined)
      choose(host.session, hit.id, event)
      host.seek(start.ms)
    },
    cancel: () => {
      host.showGuide(undefined)
      host.showEdge(undefined)
      host.session.cancel()
    },
  }
}

class CueDrag {
  private readonly host: GestureHost
  private readonly start: PointerPlace
  private readonly hit: Hit
  private readonly radiusMs: number
  private patch: Patch = []
  /** What the patch was made from: a release without movement changes nothing. */
  private made: { readonly list: CueList; readonly ms: number; readonly isFree: boolean } | undefined
  /** The drag handle, for the text that it was computed from. */
  private held: { readonly list: CueList; readonly handle: DragHandle } | undefined

  constructor(host: GestureHost, start: PointerPlace, hit: Hit) {
    this.host = host
    this.start = start
    this.hit = hit
    this.radiusMs = SNAP_PX / host.view().pxPerMs
  }

  move({ ms, isFree }: PointerPlace): void {
    const { session } = this.host
    const { list } = session
    const { id, part } = this.hit
    if (!list.index.has(id)) return
    const { made } = this
    if (made?.list === list && made.ms === ms && made.isFree === isFree) return
    this.made = { list, ms, isFree }
    const cue = cueOf(list, id)
    const from = part === 'end' ? cue.end : cue.start
    const to = this.snap(from + ms - this.start.ms, isFree)
    this.patch = this.isGroup ? this.handle(list).at(to - from) : this.handle(list).at(to)
    session.preview(this.patch)
    if (part !== 'body') {
      const moved = this.patch.find((change) => change.id === id)?.to ?? cue
      this.host.showEdge({ edge: part, ms: moved[part] })
    }
  }

  end(): void {
    this.host.showGuide(undefined)
    this.host.showEdge(undefined)
    this.host.session.edit(this.hit.part === 'body' ? 'step_move' : 'step_resize', this.patch, { origin: 'drag' })
  }

  /** Dragging the body of a selected line moves all selected ones. */
  private get isGroup(): boolean {
    const { selection, dragMode } = this.host.session.cells
    return this.hit.part === 'body' && dragMode === 'block' && selection.length > 1
  }

  /** Computed once, and again only if the text changes from outside during the drag. */
  private handle(list: CueList): DragHandle {
    if (this.held?.list === list) return this.held.handle
    const { rules, cells } = this.host.session
    const { id, part } = this.hit
    const handle = this.isGroup
      ? beginGroupDrag(list, cells.selection, rules)
      : beginDrag(list, id, part, cells.dragMode, rules, rules.minDragLength)
    this.held = { list, handle }
    return handle
  }

  private snap(wanted: number, isFree: boolean): number {
    const target = isFree ? undefined : nearestSnapTarget(wanted, this.targets(wanted), this.radiusMs)
    this.host.showGuide(target?.time)
    return target?.time ?? wanted
  }

  /** Snap targets near the dragged edge: shot changes, neighbours (with the gap), speech and playhead. */
  private targets(time: number): SnapTarget[] {
    const { session } = this.host
    const { radiusMs, hit } = this
    const reach = radiusMs + NEIGHBOUR_MS
    const { shotChanges, outGapFrames, speech, rate, playhead } = session.snapSources
    return snapTargetsAround(time, hit.part === 'end' ? 'end' : 'start', radiusMs, {
      neighbours: cuesBetween(session.list, time - reach, time + reach).filter(({ id }) => id !== hit.id),
      gap: session.rules.gap,
      shotChanges,
      outGapFrames,
      speech: speech.filter(({ start, end }) => start <= time + radiusMs && end >= time - radiusMs),
      playhead,
      ...(rate && { rate, onFrames: false }),
    })
  }
}

/** A click selects one cue; with Shift all up to it, with Ctrl it adds or removes one. */
function choose(session: EditorSession, id: string, { shiftKey, ctrlKey, metaKey }: PointerEvent): void {
  if (shiftKey) session.selectTo(id)
  else if (ctrlKey || metaKey) session.toggleSelected(id)
  else session.focus(id)
}
