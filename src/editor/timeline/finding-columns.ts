import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Quality } from '../quality/quality.ts'
import { cssColor } from './boxes.ts'
import type { Palette } from './palette.ts'

const [NOTHING, WARNING, ERROR] = [0, 1, 2]
const HEIGHT = 3
/** A line alone is seen in an hour. */
const LEAST_PX = 2

/** The gravest of what is found in the lines of each pixel column; a line that a task flags counts as a warning. */
export class FindingColumns {
  private readonly columns: Uint8Array
  private readonly list: CueList
  private readonly pxPerMs: number

  constructor(list: CueList, quality: Quality, width: number, durationMs: number) {
    this.columns = new Uint8Array(width)
    this.list = list
    this.pxPerMs = width / durationMs
    for (const id of quality.all.keys()) {
      const severity = quality.severityOf(id)
      if (severity === 'error' || severity === 'warning') this.mark(id, severity === 'error' ? ERROR : WARNING)
    }
    for (const id of quality.flags.ids()) this.mark(id, WARNING)
  }

  private mark(id: string, grade: number): void {
    const { list, columns, pxPerMs } = this
    const cue = list.at(list.index.get(id) ?? -1)
    if (!cue) return
    const from = Math.floor(cue.start * pxPerMs)
    const to = Math.min(columns.length, Math.max(from + LEAST_PX, Math.ceil(cue.end * pxPerMs)))
    for (let x = Math.max(0, from); x < to; x++) columns[x] = Math.max(columns[x] ?? NOTHING, grade)
  }

  paint(canvas: HTMLCanvasElement, { error, warning }: Palette): void {
    const { columns } = this
    canvas.width = columns.length
    canvas.height = HEIGHT
    const context = canvas.getContext('2d')
    if (!context) return
    const colors = new Map([
      [WARNING, cssColor(warning)],
      [ERROR, cssColor(error)],
    ])
    for (let from = 0, to = 0; from < columns.length; from = to) {
      while (to < columns.length && columns[to] === columns[from]) to++
      const color = colors.get(columns[from] ?? NOTHING)
      if (color === undefined) continue
      context.fillStyle = color
      context.fillRect(from, 0, to - from, HEIGHT)
    }
  }
}
