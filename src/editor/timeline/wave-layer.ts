import type { Container } from 'pixi.js'
import type { Loudness, Peaks } from '#core/media/peaks.ts'
import { Tiles } from './tiles.ts'
import type { View } from './view.ts'

/** The waveform in tiles. */
export class WaveLayer {
  private readonly tiles: Tiles<number>

  constructor(container: Container, isPainted: boolean, onSettled: () => void) {
    this.tiles = new Tiles(container, isPainted, onSettled)
  }

  /** Over the `ground`; undefined where something lies under it. */
  draw(
    peaks: Peaks | undefined,
    gain: number,
    view: View,
    top: number,
    height: number,
    color: string,
    ground: string | undefined,
  ): void {
    if (!peaks) return this.tiles.hide()
    const painter = {
      ground,
      stamp: (fromMs: number, toMs: number, kept = -1) => Math.max(kept, peaks.revisionOf(fromMs, toMs)),
      paint: (context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number) =>
        paint(context, peaks, gain, fromPx, pxPerMs, color),
    }
    this.tiles.draw(painter, view, peaks.durationMs, top, height, `${color} ${gain}`)
  }

  /** Everything is drawn again next time: other sound. */
  clear(): void {
    this.tiles.clear()
  }
}

/** A waveform that is lower on the whole is silence. */
const QUIET_PX = 0.5

const loudness: Loudness = { min: 0, max: 0, rms: 0 }

/** Extremes of each pixel, and over them, stronger, how loud it is on the whole. */
function paint(
  context: CanvasRenderingContext2D,
  peaks: Peaks,
  gain: number,
  fromPx: number,
  pxPerMs: number,
  color: string,
): void {
  const { height } = context.canvas
  // A tile goes on after the video; the waveform does not.
  const width = Math.min(context.canvas.width, Math.ceil(peaks.durationMs * pxPerMs) - fromPx)
  const middle = height / 2
  const scale = (gain * middle) / 32_768
  context.fillStyle = color
  for (let x = 0; x < width; x++) {
    peaks.loudness((fromPx + x) / pxPerMs, (fromPx + x + 1) / pxPerMs, pxPerMs, loudness)
    const top = Math.max(0, middle - loudness.max * scale)
    const reach = Math.min(height, middle - loudness.min * scale) - top
    // Where nothing is heard nothing is drawn, no line along the middle either.
    if (reach < QUIET_PX) continue
    context.globalAlpha = 0.6
    context.fillRect(x, top, 1, Math.max(1, reach))
    context.globalAlpha = 1
    const body = Math.min(middle, loudness.rms * scale)
    if (body >= 0.5) context.fillRect(x, middle - body, 1, body * 2)
  }
}
