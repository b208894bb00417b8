export type Picture = HTMLCanvasElement | ImageBitmap

export interface PictureLook {
  /** Whether a stretched picture is interpolated. */
  readonly isSmooth?: boolean
  readonly opacity?: number
  /** Changes when the same canvas is painted again. */
  readonly version?: number
}

/**
 * What a layer draws on, in CSS pixels; colours are 0xRRGGBB. Within a layer pictures are below rectangles, and those
 * below texts.
 */
export interface Surface {
  rect(color: number, x: number, y: number, width: number, height: number, opacity?: number): void
  image(picture: Picture, x: number, y: number, width: number, height: number, look?: PictureLook): void
  /** Starts at `x`, with its baseline at `y` and font size `size`. */
  text(text: string, x: number, y: number, size: number, color: number): void
}

/** Draws a part of the timeline. */
export type Layer = (surface: Surface) => void

/** The canvas of the timeline. */
export interface Stage {
  /** Draws the layers in one frame, from back to front. */
  draw(layers: readonly Layer[], background: number): void
  /** `density`: device pixels per CSS pixel. */
  resize(width: number, height: number, density: number): void
}

/** A colour 0xRRGGBB in CSS notation. */
export function cssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}

/** Device pixels per CSS pixel at which the timeline is drawn. */
export const drawnDensity = (): number => Math.min(2, devicePixelRatio)
