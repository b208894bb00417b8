import { FINGER_EDGE_PX, type Hit, hitCue } from '../hit.ts'
import { timeAt } from '../view.ts'
import { dragCueGesture } from './drag-cue.ts'
import { EdgeScroll } from './edge-scroll.ts'
import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'
import { markRangeGesture } from './mark-range.ts'
import { panGesture } from './pan.ts'
import { PinchGesture } from './pinch.ts'
import { seekGesture } from './seek.ts'
import { WheelGesture } from './wheel.ts'

/** A shorter movement counts as a click. */
const THRESHOLD_PX = 3
/** Button number of a pen's eraser. */
const ERASER = 5

type TrackName = 'ruler' | 'cues' | 'other'

/** Listens to pointer and wheel on the timeline; returns a function that ends that. */
export function listenToGestures(host: GestureHost): () => void {
  const { element } = host
  const control = new AbortController()
  const { signal } = control
  const pointer = new TimelinePointer(host)
  const wheel = new WheelGesture(host)
  element.addEventListener('pointerdown', (event) => pointer.down(event), { signal })
  element.addEventListener('pointermove', (event) => pointer.move(event), { signal })
  element.addEventListener('pointerup', (event) => pointer.up(event), { signal })
  element.addEventListener('pointercancel', () => pointer.cancel(), { signal })
  element.addEventListener('wheel', (event) => wheel.turn(event, () => pointer.xOf(event)), { signal, passive: false })
  element.addEventListener('contextmenu', (event) => pointer.menu(event), { signal })
  element.addEventListener('dblclick', (event) => pointer.doubleClick(event), { signal })
  window.addEventListener('blur', () => pointer.cancel(), { signal })
  return () => {
    control.abort()
    pointer.cancel()
  }
}

/** Passes each press of the pointer to the gesture that it starts. */
class TimelinePointer {
  private readonly host: GestureHost
  private press: { readonly gesture: Gesture; readonly startX: number; moved: boolean } | undefined
  private latest: PointerEvent | undefined
  private frame = 0
  private readonly edgeScroll = new EdgeScroll()
  private readonly pinch: PinchGesture

  constructor(host: GestureHost) {
    this.host = host
    this.pinch = new PinchGesture(host)
  }

  /** Pixels from the left of the timeline. */
  xOf(event: MouseEvent): number {
    return event.clientX - this.host.element.getBoundingClientRect().left
  }

  down(event: PointerEvent): void {
    if (event.pointerType === 'pen' && event.button === ERASER) return this.erase(event)
    if (event.button !== 0) return
    // A second finger cancels the first one's gesture, and both pan and zoom.
    if (event.pointerType === 'touch' && this.pinch.down(event.pointerId, this.xOf(event))) {
      this.hold(event)
      return this.stop()
    }
    const place = this.placeOf(event)
    this.hold(event)
    const gesture = this.host.byHand(() => this.begin(event, place))
    this.end()
    this.press = { gesture, startX: place.x, moved: false }
    // Only during a press: otherwise it would run for each letter that the user types.
    window.addEventListener('keydown', this.key, { capture: true })
  }

  /** The target captures the pointer: another element would get enter and leave events on release. */
  private hold({ target, pointerId }: PointerEvent): void {
    const holder = target instanceof HTMLCanvasElement ? target : this.host.element
    holder.setPointerCapture(pointerId)
  }

  private begin(event: PointerEvent, place: PointerPlace): Gesture {
    const { host } = this
    if (this.trackAt(event) === 'ruler') return seekGesture(host, place)
    const hit = this.hitAt(event)
    if (hit) {
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) host.session.selectForAction(hit.id)
      return dragCueGesture(host, place, hit)
    }
    return event.shiftKey ? markRangeGesture(host, place) : panGesture(host, place)
  }

  private erase(event: PointerEvent): void {
    const hit = this.hitAt(event)
    if (hit) this.host.byHand(() => this.host.erase(hit.id))
  }

  move(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      this.pinch.move(event.pointerId, this.xOf(event))
      if (this.pinch.isOn) return
    }
    if (!this.press) {
      this.host.element.style.cursor = cursorFor(this.trackAt(event), this.hitAt(event))
      return
    }
    this.latest = event
    this.frame ||= requestAnimationFrame(this.follow)
  }

  /** Once per frame, however many move events arrive. */
  private readonly follow = (): void => {
    this.frame = 0
    const { press, latest, host } = this
    if (!press || !latest) return
    const x = this.xOf(latest)
    press.moved ||= Math.abs(x - press.startX) >= THRESHOLD_PX
    if (!press.moved) return
    if (press.gesture.scrollsAtSides) {
      const view = host.view()
      const next = this.edgeScroll.next(view, x, host.durationMs())
      if (next !== view) {
        host.setView(next)
        this.frame ||= requestAnimationFrame(this.follow)
      }
    }
    host.byHand(() => press.gesture.move(this.placeOf(latest)))
  }

  up(event: PointerEvent): void {
    this.pinch.up(event.pointerId)
    if (!this.press) return
    this.latest = event
    cancelAnimationFrame(this.frame)
    this.follow()
    const { press } = this
    this.end()
    this.host.byHand(() => (press.moved ? press.gesture.end() : press.gesture.click(event)))
  }

  cancel(): void {
    this.pinch.end()
    this.stop()
  }

  /** Cancels the current press. */
  private stop(): void {
    const { press } = this
    this.end()
    press?.gesture.cancel()
  }

  private end(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    if (this.press) window.removeEventListener('keydown', this.key, { capture: true })
    this.press = undefined
    this.latest = undefined
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    this.cancel()
  }

  menu(event: MouseEvent): void {
    const { host } = this
    // A long press also opens the menu, and ends the drag.
    const isHeld = isFinger(event)
    if (isHeld) this.cancel()
    // The menu key opens it for the focused cue.
    const id = isHeld || event.button === 2 ? this.hitAt(event)?.id : host.session.cells.focus
    event.preventDefault()
    if (id !== undefined) host.byHand(() => host.openMenu(id, event.clientX, event.clientY))
    else if (this.trackAt(event) === 'other') host.openShotMenu(this.placeOf(event).ms, event.clientX, event.clientY)
  }

  doubleClick(event: MouseEvent): void {
    if (this.hitAt(event)) this.host.editText()
  }

  private placeOf(event: MouseEvent): PointerPlace {
    const x = this.xOf(event)
    return { x, ms: timeAt(this.host.view(), x), isFree: event.altKey }
  }

  /** Pixels below the top of the cue track; negative above it. */
  private depthOf(event: MouseEvent): number {
    const { ruler, thumbnails, wave } = this.host.tracks()
    return event.clientY - this.host.element.getBoundingClientRect().top - ruler - thumbnails - wave
  }

  private trackAt(event: MouseEvent): TrackName {
    const { thumbnails, wave, cues } = this.host.tracks()
    const depth = this.depthOf(event)
    if (depth < -thumbnails - wave) return 'ruler'
    return depth < 0 || depth > cues ? 'other' : 'cues'
  }

  private hitAt(event: MouseEvent): Hit | undefined {
    const { host } = this
    const depth = this.depthOf(event) / host.tracks().cues
    if (depth < 0 || depth > 1) return undefined
    const reach = isFinger(event) ? FINGER_EDGE_PX : undefined
    return hitCue(host.session.list, host.view(), this.xOf(event), depth, reach)
  }
}

const isFinger = (event: MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

function cursorFor(track: TrackName, hit: Hit | undefined): string {
  if (track === 'ruler') return 'text'
  if (!hit) return 'default'
  return hit.part === 'body' ? 'grab' : 'ew-resize'
}
