import { panBy, scaledBy, zoomTo } from '../view.ts'
import type { GestureHost } from './gesture.ts'

/** Scrolling per step of the waveform: half a notch of most wheels, several events of a touchpad. */
const WAVE_STEP_PX = 50
const LINE_PX = 40
/** Scrolling that zooms by e. */
const ZOOM_PX = 300
/** The same for a pinch on a touchpad, whose steps are far smaller and fractional. */
const PINCH_PX = 100
/** Touchpad events within this time belong to one movement. */
const MOVEMENT_MS = 150

/**
 * The wheel pans; with Ctrl or a pinch it zooms at the pointer, with Alt it magnifies the waveform. A touchpad movement
 * keeps its initial direction.
 */
export class WheelGesture {
  private readonly host: GestureHost
  private waveScroll = 0
  private axis: 'x' | 'y' = 'y'
  private turnedAt = -Infinity

  constructor(host: GestureHost) {
    this.host = host
  }

  /** `x` gives the pixels from the left of the timeline; called only if needed, since it causes layout. */
  turn(event: WheelEvent, x: () => number): void {
    event.preventDefault()
    const { host } = this
    const view = host.view()
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    if (event.ctrlKey || event.metaKey) {
      const isPinch = event.ctrlKey && !Number.isInteger(event.deltaY)
      const factor = Math.exp((-event.deltaY * px) / (isPinch ? PINCH_PX : ZOOM_PX))
      host.setView(zoomTo(view, scaledBy(view, factor, host.durationMs()), x(), host.durationMs()))
    } else if (event.altKey) this.scaleWave(event.deltaY * px)
    else {
      const delta = (this.axisOf(event) === 'x' ? event.deltaX : event.deltaY) * px
      host.setView(panBy(view, delta, host.durationMs()))
    }
  }

  private axisOf({ deltaX, deltaY, timeStamp }: WheelEvent): 'x' | 'y' {
    if (timeStamp - this.turnedAt > MOVEMENT_MS) this.axis = Math.abs(deltaX) > Math.abs(deltaY) ? 'x' : 'y'
    this.turnedAt = timeStamp
    return this.axis
  }

  private scaleWave(px: number): void {
    this.waveScroll += px
    const steps = Math.trunc(-this.waveScroll / WAVE_STEP_PX)
    this.waveScroll += steps * WAVE_STEP_PX
    if (steps !== 0) this.host.scaleWave(steps)
  }
}
