import { FONT_FAMILY } from '../palette.ts'
import { cssColor, type Picture, type PictureLook, type Surface } from './surface.ts'

/** Draws directly on a canvas: the timeline without a GPU, and the tiles in both cases. */
export class CanvasSurface implements Surface {
  private readonly context: CanvasRenderingContext2D
  /** State of the context: setting it again costs as much as a rectangle. */
  private color = -1
  private opacity = -1
  private size = -1

  constructor(context: CanvasRenderingContext2D) {
    this.context = context
    context.textBaseline = 'alphabetic'
  }

  rect(color: number, x: number, y: number, width: number, height: number, opacity = 1): void {
    this.setLook(color, opacity)
    this.context.fillRect(x, y, width, height)
  }

  image(
    picture: Picture,
    x: number,
    y: number,
    width: number,
    height: number,
    { isSmooth = false, opacity = 1 }: PictureLook = {},
  ): void {
    this.setOpacity(opacity)
    this.context.imageSmoothingEnabled = isSmooth
    this.context.drawImage(picture, x, y, width, height)
  }

  text(text: string, x: number, y: number, size: number, color: number): void {
    this.setLook(color, 1)
    if (size !== this.size) {
      this.size = size
      this.context.font = `${size}px ${FONT_FAMILY}`
    }
    this.context.fillText(text, x, y)
  }

  private setLook(color: number, opacity: number): void {
    this.setOpacity(opacity)
    if (color === this.color) return
    this.color = color
    this.context.fillStyle = cssColor(color)
  }

  private setOpacity(opacity: number): void {
    if (opacity === this.opacity) return
    this.opacity = opacity
    this.context.globalAlpha = opacity
  }
}
