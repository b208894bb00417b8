import type { Loudness, Peaks } from '#core/media/peaks.ts'
import type { Surface } from './surface/surface.ts'
import { type TilePlace, Tiles, type TileStretch } from './tiles.ts'

export interface WaveLook {
  readonly gain: number
  readonly color: number
  /** Undefined if something is below the waveform. */
  readonly ground: number | undefined
  readonly opacity: number
}

/** The waveform in tiles. */
export class WaveLayer {
  private readonly tiles = new Tiles<number>()

  draw(
    surface: Surface,
    peaks: Peaks,
    place: Omit<TilePlace, 'toMs'>,
    { gain, color, ground, opacity }: WaveLook,
  ): void {
    const painter = {
      ground,
      signature: (fromMs: number, toMs: number, painted = -1) => Math.max(painted, peaks.revisionOf(fromMs, toMs)),
      paint: (tile: Surface, stretch: TileStretch) => paint(tile, peaks, gain, stretch, color),
    }
    this.tiles.draw(surface, painter, { ...place, toMs: peaks.durationMs }, `${color} ${gain}`, { opacity })
  }

  /** Drops all tiles, for another sound. */
  clear(): void {
    this.tiles.clear()
  }
}

/** A lower mean level counts as silence. */
const QUIET_PX = 0.5
/** Opacity of the extremes beside the mean level. */
const EXTREMES_OPACITY = 0.6

/** Paints the extremes of each pixel, and the mean level above them with more opacity. */
function paint(
  surface: Surface,
  peaks: Peaks,
  gain: number,
  { fromPx, pxPerMs, ...tile }: TileStretch,
  color: number,
): void {
  const { height } = tile
  const loudness: Loudness = { min: 0, max: 0, rms: 0 }
  // A tile may extend beyond the video, but the waveform does not.
  const width = Math.min(tile.width, Math.ceil(peaks.durationMs * pxPerMs) - fromPx)
  const middle = height / 2
  const scale = (gain * middle) / 32_768
  for (let x = 0; x < width; x++) {
    peaks.loudness((fromPx + x) / pxPerMs, (fromPx + x + 1) / pxPerMs, pxPerMs, loudness)
    const top = Math.max(0, middle - loudness.max * scale)
    const reach = Math.min(height, middle - loudness.min * scale) - top
    // Silence draws nothing, not even a centre line.
    if (reach < QUIET_PX) continue
    surface.rect(color, x, top, 1, Math.max(1, reach), EXTREMES_OPACITY)
    const body = Math.min(middle, loudness.rms * scale)
    if (body >= 0.5) surface.rect(color, x, middle - body, 1, body * 2)
  }
}
