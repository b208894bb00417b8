import * as z from 'zod/mini'
import type { FrameRate } from '#core/domain/frames.ts'
import { canDropFrames } from '#core/domain/frame-timecode.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import { stored } from '#src/ui/stored.ts'

export const timeUnits = ['milliseconds', 'frames', 'drop_frames'] as const
export type TimeUnit = (typeof timeUnits)[number]

const unitSetting = stored('cuelane-times', z.enum(timeUnits), 'milliseconds')

/** The user's time notation: milliseconds, or frames of the video. */
export class TimeDisplay {
  private readonly rate: FrameRate
  private current: TimeNotation
  private readonly listeners = new Set<() => void>()

  constructor(rate: FrameRate) {
    this.rate = rate
    this.current = this.notationOf(unitSetting.get())
  }

  /** Drop frame is only available at its frame rates. */
  get units(): readonly TimeUnit[] {
    return timeUnits.filter((unit) => unit !== 'drop_frames' || canDropFrames(this.rate))
  }

  get unit(): TimeUnit {
    const { unit, drops } = this.current
    return drops ? 'drop_frames' : unit
  }

  /** For React: the same object until the unit changes. */
  readonly notation = (): TimeNotation => this.current
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  choose(unit: TimeUnit): void {
    unitSetting.set(unit)
    this.current = this.notationOf(unit)
    for (const listener of this.listeners) listener()
  }

  /** Selects the next unit, wrapping around. */
  next(): void {
    const { units } = this
    this.choose(units[(units.indexOf(this.unit) + 1) % units.length] ?? 'milliseconds')
  }

  private notationOf(unit: TimeUnit): TimeNotation {
    const drops = unit === 'drop_frames' && canDropFrames(this.rate)
    return { unit: unit === 'milliseconds' ? 'milliseconds' : 'frames', rate: this.rate, drops }
  }
}
