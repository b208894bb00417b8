import { type Container, Graphics, Text } from 'pixi.js'
import { formatClock } from '#core/subtitle/timecode.ts'
import type { Palette } from './palette.ts'
import { endOf, rulerStep, type View, xOf } from './view.ts'

/** Ticks and times along the top. */
export class RulerLayer {
  private readonly lines = new Graphics()
  private readonly container: Container
  private readonly labels: Text[] = []

  constructor(container: Container) {
    this.container = container
    container.addChild(this.lines)
  }

  draw(view: View, height: number, durationMs: number, palette: Palette): void {
    const step = rulerStep(view.pxPerMs)
    const last = Math.min(endOf(view), durationMs)
    this.lines.clear()
    let used = 0
    for (let ms = Math.floor(view.startMs / step) * step; ms <= last; ms += step) {
      const x = Math.round(xOf(view, ms))
      this.lines.rect(x, height - 10, 1, 10)
      for (let part = 1; part < 5; part++)
        this.lines.rect(Math.round(xOf(view, ms + (step * part) / 5)), height - 4, 1, 4)
      const label = this.label(used++)
      const text = step < 1000 ? formatClock(ms) : formatClock(ms).slice(0, -4)
      if (label.text !== text) label.text = text
      if (label.style.fill !== palette.rulerText) label.style.fill = palette.rulerText
      label.visible = true
      label.position.set(x + 4, 3)
    }
    this.lines.fill(palette.rulerLine)
    for (let i = used; i < this.labels.length; i++) this.labels[i]!.visible = false
  }

  private label(index: number): Text {
    const kept = this.labels[index]
    if (kept) return kept
    const label = new Text({ text: '', style: { fontFamily: 'system-ui, sans-serif', fontSize: 11 } })
    label.resolution = Math.max(1, Math.min(2, devicePixelRatio))
    this.container.addChild(label)
    this.labels.push(label)
    return label
  }
}
