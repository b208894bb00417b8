import { type CueList, cueOf } from '#core/subtitle/cue-list.ts'
import { type Patch } from '#core/subtitle/patch.ts'
import { type DragHandle, beginDrag } from '#core/timing/drag.ts'
import { moveGroup } from '#core/timing/move.ts'
import { snapTargetsAround } from '#core/timing/snap-targets.ts'
import { type SnapTarget, nearestSnapTarget } from '#core/timing/snap.ts'
import type { EditorSession } from '../session.ts'
import { type Hit, hitCue } from './hit.ts'
import type { Tracks } from './scene.ts'
import { panBy, scaledBy, timeAt, type View, zoomTo } from './view.ts'
import { cuesBetween } from './visible.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

const THRESHOLD_PX = 3
const SNAP_PX = 8

export interface GestureHost {
  readonly element: HTMLElement
  readonly session: EditorSession
  view(): View
  setView(view: View): void
  tracks(): Tracks
  durationMs(): number
  seek(ms: number): void
  /** Shows where an edge snapped to; undefined hides it. */
  showGuide(ms: number | undefined): void
  /** Marks a stretch of the video; undefined takes the mark away. */
  showRange(range: { from: number; to: number } | undefined): void
  /** What can be done with a line, at a place of the page. */
  openMenu(id: string, left: number, top: number): void
  /** Draws the waveform higher, or lower again. */
  scaleWave(steps: number): void
  /** Somebody wants to write the text of the line in focus. */
  editText(): void
}

/** So near the canvas's side a drag goes on by itself, by so much of the width a second. */
const SCROLL_PX = 36
const SCROLL_WIDTHS = 0.9

/** Scrolling that makes the waveform one step higher: half a click of most wheels, some of a trackpad's events. */
const WAVE_STEP_PX = 50

/** One press of the pointer, from down to up. Everything is computed from where it began, never added up. */
interface Press {
  readonly pointerId: number
  readonly startX: number
  readonly startView: View
  readonly hit: Hit | undefined
  readonly track: 'ruler' | 'cues' | 'other'
  /** Marks a stretch instead of moving the view. */
  readonly isRange: boolean
  moved: boolean
  patch: Patch
  held?: { list: CueList; grip: DragHandle }
}

/** Pointer and wheel on the timeline; returns what removes it again. */
export function listenToGestures(host: GestureHost): () => void {
  const { element, session } = host
  let press: Press | undefined
  let latest: PointerEvent | undefined
  let frame = 0

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const trackAt = (y: number): Press['track'] => {
    const { ruler, thumbnails, wave } = host.tracks()
    if (y < ruler) return 'ruler'
    return y < ruler + thumbnails + wave ? 'other' : 'cues'
  }

  /** How deep in the cue track, from 0 to 1. */
  const depthAt = (y: number): number => {
    const { ruler, thumbnails, wave, cues } = host.tracks()
    return Math.min(1, Math.max(0, (y - ruler - thumbnails - wave) / cues))
  }

  const hitAt = (event: MouseEvent): Hit | undefined => {
    const { x, y } = place(event)
    return trackAt(y) === 'cues' ? hitCue(session.list, host.view(), x, depthAt(y)) : undefined
  }

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const { x, y } = place(event)
    const track = trackAt(y)
    const hit = hitAt(event)
    press = {
      pointerId: event.pointerId,
      startX: x,
      startView: host.view(),
      hit,
      track,
      isRange: event.shiftKey && !hit,
      moved: false,
      patch: [],
    }
    element.setPointerCapture(event.pointerId)
    if (press.hit && !event.shiftKey && !event.ctrlKey && !event.metaKey) session.selectForAction(press.hit.id)
    if (track === 'ruler') host.seek(timeAt(host.view(), x))
  }

  const follow = (): void => {
    frame = 0
    if (!press || !latest) return
    const { x } = place(latest)
    const distance = x - press.startX
    press.moved ||= Math.abs(distance) >= THRESHOLD_PX
    if (!press.moved) return
    if (press.track === 'ruler' || press.hit || press.isRange) scrollAt(x)
    const began = timeAt(press.startView, press.startX)
    const now = timeAt(host.view(), x)
    if (press.track === 'ruler') host.seek(now)
    // By time, not by pixels: the view may have moved under the pointer.
    else if (press.hit) drag(press, press.hit, now - began, latest.altKey)
    else if (press.isRange) host.showRange({ from: Math.min(began, now), to: Math.max(began, now) })
    else host.setView(panBy(press.startView, -distance, host.durationMs()))
  }

  let scrolledAt = 0
  /** A drag that reaches a side takes the view along, and goes on while the pointer rests there. */
  const scrollAt = (x: number): void => {
    const view = host.view()
    const over = x < SCROLL_PX ? x - SCROLL_PX : Math.max(0, x - view.width + SCROLL_PX)
    if (over === 0) {
      scrolledAt = 0
      return
    }
    const time = performance.now()
    const passed = scrolledAt === 0 ? 16 : Math.min(50, time - scrolledAt)
    scrolledAt = time
    const speed = Math.max(-2, Math.min(2, over / SCROLL_PX)) * SCROLL_WIDTHS * view.width
    const next = panBy(view, (speed * passed) / 1000, host.durationMs())
    if (next.startMs === view.startMs) return
    host.setView(next)
    frame ||= requestAnimationFrame(follow)
  }

  const drag = (current: Press, hit: Hit, ms: number, free: boolean): void => {
    const { list, rules } = session
    if (!list.index.has(hit.id)) return
    const cue = cueOf(list, hit.id)
    const radius = SNAP_PX / current.startView.pxPerMs
    const snap = (wanted: number): number => {
      const magnet = free ? undefined : nearestSnapTarget(wanted, magnetsNear(host, hit, wanted, radius), radius)
      host.showGuide(magnet?.time)
      return magnet?.time ?? wanted
    }
    const held = hit.part === 'end' ? cue.end : cue.start
    const { selection, dragMode } = session.cells
    if (hit.part === 'body' && dragMode === 'block' && selection.length > 1) {
      current.patch = moveGroup(list, selection, snap(held + ms) - held, rules)
    } else {
      // Limits are asked for once, and again only where the text changed from outside under the pointer.
      if (current.held?.list !== list) {
        current.held = { list, grip: beginDrag(list, hit.id, hit.part, dragMode, rules, rules.minDragLength) }
      }
      current.patch = current.held.grip.at(snap(held + ms))
    }
    session.preview(current.patch)
  }

  const move = (event: PointerEvent): void => {
    if (!press) {
      element.style.cursor = cursorFor(trackAt(place(event).y), hitAt(event))
      return
    }
    latest = event
    frame ||= requestAnimationFrame(follow)
  }

  const up = (event: PointerEvent): void => {
    if (!press) return
    latest = event
    cancelAnimationFrame(frame)
    follow()
    const ended = press
    press = undefined
    latest = undefined
    host.showGuide(undefined)
    if (ended.hit && ended.moved) {
      session.edit(ended.hit.part === 'body' ? 'step_move' : 'step_resize', ended.patch)
    } else if (!ended.moved && ended.track !== 'ruler') {
      host.showRange(undefined)
      if (ended.hit) chooseCue(session, ended.hit.id, event)
      host.seek(timeAt(host.view(), ended.startX))
    }
  }

  const cancel = (): void => {
    if (!press) return
    press = undefined
    latest = undefined
    host.showGuide(undefined)
    session.cancel()
  }

  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !press) return
    event.stopPropagation()
    cancel()
  }

  const menu = (event: MouseEvent): void => {
    // Asked for by a key, it is for the line that keys work on.
    const id = event.button === 2 ? hitAt(event)?.id : session.cells.focus
    event.preventDefault()
    if (id !== undefined) host.openMenu(id, event.clientX, event.clientY)
  }

  const doubleClick = (event: MouseEvent): void => {
    if (hitAt(event)) host.editText()
  }

  let waveScroll = 0
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const view = host.view()
    const { x } = place(event)
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp((-event.deltaY * px) / 300)
      host.setView(zoomTo(view, scaledBy(view, factor, host.durationMs()), x, host.durationMs()))
    } else if (event.altKey) {
      waveScroll += event.deltaY * px
      const steps = Math.trunc(-waveScroll / WAVE_STEP_PX)
      waveScroll += steps * WAVE_STEP_PX
      if (steps !== 0) host.scaleWave(steps)
    } else {
      const delta = (Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY) * px
      host.setView(panBy(view, delta, host.durationMs()))
    }
  }

  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', cancel)
  element.addEventListener('wheel', wheel, { passive: false })
  element.addEventListener('contextmenu', menu)
  element.addEventListener('dblclick', doubleClick)
  window.addEventListener('blur', cancel)
  window.addEventListener('keydown', key, true)
  return () => {
    cancelAnimationFrame(frame)
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', cancel)
    element.removeEventListener('wheel', wheel)
    element.removeEventListener('contextmenu', menu)
    element.removeEventListener('dblclick', doubleClick)
    window.removeEventListener('blur', cancel)
    window.removeEventListener('keydown', key, true)
  }
}

/** A click takes one line; with Shift all up to it, with Ctrl one more or one less. */
function chooseCue(session: EditorSession, id: string, { shiftKey, ctrlKey, metaKey }: PointerEvent): void {
  if (shiftKey) session.selectTo(id)
  else if (ctrlKey || metaKey) session.toggleSelected(id)
  else session.focus(id)
}

function cursorFor(track: Press['track'], hit: Hit | undefined): string {
  if (track === 'ruler') return 'text'
  if (!hit) return 'default'
  return hit.part === 'body' ? 'grab' : 'ew-resize'
}

/** Shot changes, neighbours' edges (with the gap), speech and the playhead, near where the held edge is wanted. */
function magnetsNear(host: GestureHost, hit: Hit, time: number, radius: number): SnapTarget[] {
  const { session } = host
  const near = cuesBetween(session.list, time - radius - 1000, time + radius + 1000)
  return snapTargetsAround(time, hit.part === 'end' ? 'end' : 'start', radius, {
    neighbours: near.filter((cue) => cue.id !== hit.id),
    gap: session.rules.gap,
    shotChanges: session.shotChanges,
    speech: speechNear(session.speech, time, radius),
    playhead: session.playheadMs,
    ...(session.rate && { rate: session.rate, onFrames: false }),
  })
}

function speechNear(speech: readonly TimeRange[], time: number, radius: number): readonly TimeRange[] {
  return speech.filter(({ start, end }) => start <= time + radius && end >= time - radius)
}
