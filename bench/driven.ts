/** Real wheel and pointer events in Chromium, and what they cost. */
import type { CDPSession, Page } from 'playwright'
import { median } from './table.ts'

const FRAME_MS = 1000 / 60
/** A later frame after the one before was missed. */
const LATE_MS = 1.5 * FRAME_MS
const REPEATS = 3
/** Runs per page when pages are interleaved; the first warms up. */
const RUNS_BY_TURNS = 4
/** Warm-up drops: a browser compiles frequent code after some dozens. Even, as an edge is moved back and forth. */
const WARM_DROPS = 40
/** Measured drops, of which the first, after a pause, does not count. */
const DROPS = 10
/** How long an edge is held before the drop: after its last layout a page with a video checks its visibility. */
const HELD_MS = 2500
/** Everything that a drop causes is done after this time. */
const DROPPED_MS = 1200
/** The same for a warm-up drop. */
const BRIEF_MS = 100
/** Cost per check below which a page is idle. */
const REST_COST_MS = 1
const LOOK_MS = 250
const MAX_LOOKS = 20

export interface Point {
  readonly x: number
  readonly y: number
}

/** A page driven by external events, and measured. */
export class Driven {
  readonly page: Page
  private readonly session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.page = page
    this.session = session
  }

  static async over(page: Page): Promise<Driven> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    return new Driven(page, session)
  }

  /** Milliseconds of CPU time of the page's main thread, without waiting for a core. */
  async cpu(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1000
  }

  async costOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.cpu()
    await work()
    return (await this.cpu()) - before
  }

  /** Per event of a run; the median of some runs. */
  async eventCost(events: number, run: () => Promise<unknown>): Promise<number> {
    const costs: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat++) costs.push((await this.costOf(run)) / events)
    return median(costs)
  }

  async heap(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage')
    return (await this.session.send('Runtime.getHeapUsage')).usedSize
  }

  /** Sixty wheel events a second, half in each direction. */
  wheel(at: Point, count: number, delta: { x?: number; y?: number; modifiers?: number }): Promise<void> {
    return this.paced(count, (step) => {
      const sign = step < count / 2 ? 1 : -1
      return this.session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...at,
        deltaX: sign * (delta.x ?? 0),
        deltaY: sign * (delta.y ?? 0),
        modifiers: delta.modifiers ?? 0,
      })
    })
  }

  /** Records the times of frames during work. */
  async smoothness(work: () => Promise<unknown>): Promise<Smoothness> {
    const watching = await this.page.evaluateHandle(() => {
      const watched = { times: [] as number[], frame: 0 }
      const note = (time: number): void => {
        watched.times.push(time)
        watched.frame = requestAnimationFrame(note)
      }
      watched.frame = requestAnimationFrame(note)
      return watched
    })
    await work()
    return smoothnessOf(
      await watching.evaluate((watched) => {
        cancelAnimationFrame(watched.frame)
        return watched.times
      }),
    )
  }

  async press(at: Point): Promise<void> {
    await this.page.mouse.move(at.x, at.y)
    await this.page.mouse.down()
    await this.page.mouse.move(at.x + 4, at.y)
  }

  /** Per drop of a cue's edge moved later or earlier, with all work in the second after. */
  async dropCost(edge: Point, isEarlier: boolean): Promise<number> {
    // Work caused by a pan to the edge, as pictures of the strip, is the pan's.
    await this.rest()
    await this.dragEdge(edge, isEarlier)
    // Work caused by a drag, as frames around the edge, is the drag's.
    await this.page.waitForTimeout(HELD_MS)
    return this.costOf(async () => {
      await this.page.mouse.up()
      await this.page.waitForTimeout(DROPPED_MS)
    })
  }

  /** The same without measuring. */
  async dropBriefly(edge: Point, isEarlier: boolean): Promise<void> {
    await this.dragEdge(edge, isEarlier)
    await this.page.waitForTimeout(BRIEF_MS)
    await this.page.mouse.up()
    await this.page.waitForTimeout(BRIEF_MS)
  }

  private async dragEdge(edge: Point, isEarlier: boolean): Promise<void> {
    await this.press(edge)
    await this.page.mouse.move(edge.x + (isEarlier ? -12 : 12), edge.y, { steps: 10 })
  }

  /** Until the page is nearly idle, or fails to become so within some seconds. */
  async rest(): Promise<void> {
    for (let look = 0; look < MAX_LOOKS; look++)
      if ((await this.costOf(() => this.page.waitForTimeout(LOOK_MS))) < REST_COST_MS) return
  }

  /** Sixty moves a second of the held pointer, back and forth over twenty pixels. */
  drag(at: Point, count: number): Promise<void> {
    return this.paced(count, (step) =>
      this.session.send('Input.dispatchMouseEvent', {
        type: 'mouseMoved',
        x: at.x + 4 - (step % 20),
        y: at.y,
        button: 'left',
        buttons: 1,
      }),
    )
  }

  /** Like a user's hand: events at fixed times, whether the page has answered or not. */
  private async paced(count: number, send: (step: number) => Promise<unknown>): Promise<void> {
    const begin = performance.now()
    const answers: Promise<unknown>[] = []
    for (let step = 0; step < count; step++) {
      const wait = begin + step * FRAME_MS - performance.now()
      if (wait > 0) await this.page.waitForTimeout(wait)
      answers.push(send(step))
    }
    await Promise.all(answers)
  }
}

/** Drops an edge for the nth time. */
export interface Drop {
  readonly warmUp: (repeat: number) => Promise<void>
  /** Milliseconds of main thread. */
  readonly cost: (repeat: number) => Promise<number>
}

/** The median of some drops, after a warm-up. */
export async function dropCost({ warmUp, cost }: Drop): Promise<number> {
  for (let next = 0; next < WARM_DROPS; next++) await warmUp(next)
  const costs: number[] = []
  for (let next = 0; next < DROPS; next++) costs.push(await cost(WARM_DROPS + next))
  return median(costs.slice(1))
}

/** Sends events to a page. */
type Run = readonly [Driven, () => Promise<unknown>]

/** Cost per event on each page: the median of interleaved runs, so that other load affects all alike. */
export async function eventCosts(events: number, ...runs: readonly Run[]): Promise<number[]> {
  const costs = runs.map((): number[] => [])
  for (let turn = 0; turn < RUNS_BY_TURNS; turn++)
    for (const [at, [driven, run]] of runs.entries()) costs[at]!.push((await driven.costOf(run)) / events)
  return costs.map((all) => median(all.slice(1)))
}

export interface Smoothness {
  readonly fps: number
  /** Share of late frames. */
  readonly late: number
}

function smoothnessOf(times: readonly number[]): Smoothness {
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const sum = gaps.reduce((total, gap) => total + gap, 0)
  return { fps: (gaps.length * 1000) / sum, late: gaps.filter((gap) => gap > LATE_MS).length / gaps.length }
}

export const smoothnessCells = ({ fps, late }: Smoothness): string[] => [fps.toFixed(0), `${(late * 100).toFixed(0)} %`]
