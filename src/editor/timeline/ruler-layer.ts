import { type Container, Sprite, Texture } from 'pixi.js'
import { formatClock } from '#core/subtitle/timecode.ts'
import { cssColor } from './boxes.ts'
import type { Palette } from './palette.ts'
import { endOf, rulerStep, type View, xOf } from './view.ts'

const FONT = '11px system-ui, sans-serif'
const PARTS = 5

interface Playback {
  readonly view: View
  readonly height: number
  readonly durationMs: number
  readonly palette: Palette
}

/** Ticks and times along the top, painted as one picture: a text object for each time costs more than all of them. */
export class RulerLayer {
  private readonly canvas = document.createElement('canvas')
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true })!
  private readonly sprite: Sprite
  private shown: Playback | undefined

  constructor(container: Container) {
    this.canvas.width = 1
    this.canvas.height = 1
    this.sprite = new Sprite(Texture.from(this.canvas, true))
    container.addChild(this.sprite)
  }

  draw(view: View, height: number, durationMs: number, palette: Palette): void {
    const { shown } = this
    const isSame = shown?.view === view && shown.height === height && shown.durationMs === durationMs
    if (isSame && shown.palette === palette) return
    this.shown = { view, height, durationMs, palette }
    this.fit(view.width, height)
    this.paint(view, height, durationMs, palette)
    this.sprite.texture.source.update()
  }

  private fit(width: number, height: number): void {
    const scale = Math.min(2, devicePixelRatio)
    const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide
      this.canvas.height = high
      this.sprite.texture.source.resize(wide, high)
      this.sprite.setSize(width, height)
    }
    this.context.setTransform(wide / width, 0, 0, high / height, 0, 0)
  }

  private paint(view: View, height: number, durationMs: number, palette: Palette): void {
    const { context } = this
    const step = rulerStep(view.pxPerMs)
    const last = Math.min(endOf(view), durationMs)
    context.clearRect(0, 0, view.width, height)
    context.font = FONT
    context.textBaseline = 'top'
    for (let ms = Math.floor(view.startMs / step) * step; ms <= last; ms += step) {
      const x = Math.round(xOf(view, ms))
      context.fillStyle = cssColor(palette.rulerLine)
      context.fillRect(x, height - 10, 1, 10)
      for (let part = ms + step / PARTS; part < Math.min(ms + step, last); part += step / PARTS) {
        context.fillRect(Math.round(xOf(view, part)), height - 4, 1, 4)
      }
      context.fillStyle = cssColor(palette.rulerText)
      context.fillText(step < 1000 ? formatClock(ms) : formatClock(ms).slice(0, -4), x + 4, 3)
    }
  }
}
