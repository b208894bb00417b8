import { panBy, scaledBy, zoomTo } from '../view.ts'
import type { GestureHost } from './gesture.ts'

/** Scrolling that makes the waveform one step higher: half a click of most wheels, some of a trackpad's events. */
const WAVE_STEP_PX = 50
const LINE_PX = 40
/** Scrolling that zooms by e. */
const ZOOM_PX = 300

/** The wheel pans; with Ctrl it zooms at the pointer, with Alt it changes the height of the waveform. */
export class WheelGesture {
  private readonly host: GestureHost
  private waveScroll = 0

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
      const factor = Math.exp((-event.deltaY * px) / ZOOM_PX)
      host.setView(zoomTo(view, scaledBy(view, factor, host.durationMs()), x(), host.durationMs()))
    } else if (event.altKey) this.scaleWave(event.deltaY * px)
    else {
      const delta = (Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY) * px
      host.setView(panBy(view, delta, host.durationMs()))
    }
  }

  private scaleWave(px: number): void {
    this.waveScroll += px
    const steps = Math.trunc(-this.waveScroll / WAVE_STEP_PX)
    this.waveScroll += steps * WAVE_STEP_PX
    if (steps !== 0) this.host.scaleWave(steps)
  }
}
