import { type Container, Graphics } from 'pixi.js'
import type { SpeechInterval } from '#core/timing/gaps.ts'
import type { Palette } from './palette.ts'
import { endOf, type View, xOf } from './view.ts'

/** Closer than this, shot changes would be a wall: a view of the whole film shows none. */
const MIN_CUT_PX = 3
const SPEECH_PX = 4

export interface FilmMarks {
  /** Shot changes, in order. */
  readonly cuts: readonly number[]
  readonly speech: readonly SpeechInterval[]
}

/** Shot changes as lines over pictures and sound, speech as a band along the sound's foot. */
export class MarkLayer {
  private readonly lines = new Graphics()

  constructor(container: Container) {
    container.addChild(this.lines)
  }

  draw({ cuts, speech }: FilmMarks, view: View, top: number, bottom: number, palette: Palette): void {
    this.lines.clear()
    this.drawSpeech(speech, view, bottom - SPEECH_PX, palette.speech)
    this.drawCuts(cuts, view, top, bottom, palette.cut)
  }

  private drawSpeech(speech: readonly SpeechInterval[], view: View, top: number, color: number): void {
    const last = endOf(view)
    let right = -1
    let drawn = false
    for (let at = firstEndingAfter(speech, view.startMs); at < speech.length && speech[at]!.start <= last; at++) {
      const from = Math.max(right, Math.max(0, Math.round(xOf(view, speech[at]!.start))))
      const to = Math.min(view.width, Math.max(from + 1, Math.round(xOf(view, speech[at]!.end))))
      if (to <= right) continue
      this.lines.rect(from, top, to - from, SPEECH_PX)
      right = to
      drawn = true
    }
    if (drawn) this.lines.fill(color)
  }

  private drawCuts(cuts: readonly number[], view: View, top: number, bottom: number, color: number): void {
    const first = firstAtOrAfter(cuts, view.startMs)
    const end = firstAtOrAfter(cuts, endOf(view))
    if (end - first === 0 || view.width / (end - first) < MIN_CUT_PX) return
    for (let at = first; at < end; at++) {
      this.lines.rect(Math.round(xOf(view, cuts[at]!)), top, 1, bottom - top)
    }
    this.lines.fill(color)
  }
}

function firstAtOrAfter(values: readonly number[], ms: number): number {
  return lowest(values.length, (at) => values[at]! >= ms)
}

function firstEndingAfter(intervals: readonly SpeechInterval[], ms: number): number {
  return lowest(intervals.length, (at) => intervals[at]!.end > ms)
}

/** The first index for which something holds that holds for all after it too. */
function lowest(count: number, holds: (at: number) => boolean): number {
  let lo = 0
  let hi = count
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (holds(middle)) hi = middle
    else lo = middle + 1
  }
  return lo
}
