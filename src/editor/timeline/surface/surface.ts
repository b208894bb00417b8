export type Picture = HTMLCanvasElement | ImageBitmap

export interface PictureLook {
  /** A picture that is stretched is blurred, not drawn column by column. */
  readonly isSmooth?: boolean
  readonly opacity?: number
  /** Another number where the same canvas was painted again. */
  readonly version?: number
}

/**
 * What a layer draws on, in pixels of the page; colours are 0xRRGGBB. Within a layer pictures lie under rectangles, and
 * those under texts.
 */
export interface Surface {
  rect(color: number, x: number, y: number, width: number, height: number, opacity?: number): void
  image(picture: Picture, x: number, y: number, width: number, height: number, look?: PictureLook): void
  /** Begins at `x`; its letters stand on the line at `y` and are `size` high. */
  text(text: string, x: number, y: number, size: number, color: number): void
}

/** Draws a part of the timeline. */
export type Layer = (surface: Surface) => void

/** The canvas of the timeline. */
export interface Stage {
  /** Draws the layers in one frame, from back to front. */
  draw(layers: readonly Layer[], background: number): void
  /** `density`: pixels of the screen in one of the page. */
  resize(width: number, height: number, density: number): void
}

/** A colour 0xRRGGBB as CSS writes it. */
export function cssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}

/** Pixels of the screen in one of the page, as fine as the timeline is drawn. */
export const drawnDensity = (): number => Math.min(2, devicePixelRatio)
