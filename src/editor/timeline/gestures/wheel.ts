import { panBy, scaledBy, zoomTo } from '../view.ts'
import type { GestureHost } from './gesture.ts'

/** Scrolling that makes the waveform one step higher: half a click of most wheels, some of a trackpad's events. */
const WAVE_STEP_PX = 50
const LINE_PX = 40
/** Scrolling that zooms by e. */
const ZOOM_PX = 300
/** The same for two fingers on a touchpad, which send far smaller steps, with fractions. */
const PINCH_PX = 100
/** Events of a touchpad that follow each other within this are one movement. */
const MOVEMENT_MS = 150

/**
 * The wheel pans; with Ctrl, or two fingers that spread, it zooms at the pointer, with Alt it changes the height of the
 * waveform. On a touchpad a movement keeps the direction that it began with.
 */
export class WheelGesture {
  private readonly host: GestureHost
  private waveScroll = 0
  private axis: 'x' | 'y' = 'y'
  private turnedAt = -Infinity

  constructor(host: GestureHost) {
    this.host = host
  }

  /** `x` tells the pixels from the left of the timeline; where it is not needed the page is not laid out for it. */
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
