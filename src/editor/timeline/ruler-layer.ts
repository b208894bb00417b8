import { type Container, Sprite, Texture } from 'pixi.js'
import { rulerTicks } from '#core/timing/ruler.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import { cssColor } from './boxes.ts'
import { painted } from './painted.ts'
import { FONT_FAMILY, type Palette } from './palette.ts'
import { endOf, LABEL_PX, type View, xOf } from './view.ts'

const FONT = `11px ${FONT_FAMILY}`
const SHORT_PX = 4
const LONG_PX = 10

/** What the ruler shows. */
interface Shown {
  readonly view: View
  readonly height: number
  readonly durationMs: number
  readonly palette: Palette
  readonly notation: TimeNotation
  /** Pixels of the screen in one of the page. */
  readonly density: number
}

/** Ticks and times along the top, painted as one picture: a text object for each time costs more than all of them. */
export class RulerLayer {
  /** The picture, where Pixi does not draw on a canvas itself. */
  private readonly picture: RulerPicture | undefined
  private shown: Shown | undefined

  constructor(container: Container, isPainted: boolean) {
    if (isPainted) container.addChild(painted((context) => this.shown && paint(context, this.shown)))
    else this.picture = new RulerPicture(container)
  }

  draw(view: View, height: number, durationMs: number, palette: Palette, notation: TimeNotation): void {
    const density = Math.min(2, devicePixelRatio)
    const { shown } = this
    const isSame = shown?.view === view && shown.height === height && shown.durationMs === durationMs
    const isStyled = shown?.palette === palette && shown.notation === notation && shown.density === density
    if (isSame && isStyled) return
    this.shown = { view, height, durationMs, palette, notation, density }
    this.picture?.paint(this.shown)
  }
}

class RulerPicture {
  private readonly canvas = document.createElement('canvas')
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true })!
  private readonly sprite: Sprite

  constructor(container: Container) {
    this.canvas.width = 1
    this.canvas.height = 1
    this.sprite = new Sprite(Texture.from(this.canvas, true))
    container.addChild(this.sprite)
  }

  paint(shown: Shown): void {
    const { view, height, density } = shown
    this.fit(view.width, height, density)
    this.context.clearRect(0, 0, view.width, height)
    paint(this.context, shown)
    this.sprite.texture.source.update()
  }

  private fit(width: number, height: number, density: number): void {
    const [wide, high] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))]
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide
      this.canvas.height = high
      // A texture of another size is another texture: one that is resized keeps being stretched from its first size.
      const { texture } = this.sprite
      this.sprite.texture = Texture.from(this.canvas, true)
      texture.destroy(true)
    }
    this.sprite.setSize(width, height)
    this.context.setTransform(wide / width, 0, 0, high / height, 0, 0)
  }
}

function paint(context: CanvasRenderingContext2D, shown: Shown): void {
  const { view, height, durationMs, palette, notation, density } = shown
  // On whole pixels of the screen, or lines are smeared over two of them.
  const placeOf = (ms: number): number => Math.round(xOf(view, ms) * density) / density
  const line = Math.max(1, Math.round(density)) / density
  const last = Math.min(endOf(view), durationMs)
  const ticks = rulerTicks(view.startMs, last, LABEL_PX / view.pxPerMs, notation)
  context.fillStyle = cssColor(palette.rulerLine)
  for (const { ms, label } of ticks) {
    const tick = label === undefined ? SHORT_PX : LONG_PX
    context.fillRect(placeOf(ms), height - tick, line, tick)
  }
  context.font = FONT
  context.textBaseline = 'top'
  context.fillStyle = cssColor(palette.rulerText)
  for (const { ms, label } of ticks) if (label !== undefined) context.fillText(label, placeOf(ms) + 4, 3)
}
