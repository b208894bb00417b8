import { type Container, Graphics } from 'pixi.js'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { endOf, type View, xOf } from './view.ts'
import { cuesBetween } from './visible.ts'

/** Outlines of another version's lines, or of what a change would make of these. */
export class GhostLayer {
  private readonly lines = new Graphics()

  constructor(container: Container) {
    container.addChild(this.lines)
  }

  draw(ghosts: CueList, view: View, top: number, height: number, color: number): void {
    this.lines.clear()
    if (ghosts.length === 0) return
    let right = -1
    for (const ghost of cuesBetween(ghosts, view.startMs, endOf(view))) {
      const from = Math.max(-2, Math.round(xOf(view, ghost.start)))
      const to = Math.min(view.width + 2, Math.max(from + 1, Math.round(xOf(view, ghost.end))))
      if (to <= right) continue
      this.lines.rect(from, top, to - from, 1).rect(from, top + height - 1, to - from, 1)
      // Side lines only where there is something between them.
      if (to - from > 3) this.lines.rect(from, top, 1, height).rect(to - 1, top, 1, height)
      right = to
    }
    this.lines.fill(color)
  }
}
