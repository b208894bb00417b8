/** The editor's timeline in headless Chromium and its peers from npm: same waveform, same lines, one run. */
import { join } from 'node:path'
import type { Browser } from 'playwright'
import type { Peer, TimelineBench } from './pages/timeline.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { bar } from './bars.ts'
import { type Drop, dropCosts, Driven, type Point, presentedP95, roughDropCosts } from './driven.ts'
import { comparedParts, type EditorPart } from './parts.ts'
import { buildPages } from './pages.ts'
import { number, printTable } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'timeline-site')
const COUNTS = [1000, 10_000, 100_000]
const cases: readonly (readonly [Peer, EditorPart, readonly number[]])[] = [
  ['ours', 'timeline', [100, ...COUNTS]],
  ['bare canvas', 'timeline', COUNTS],
  ['ours, WebGL', 'peers', [100, 1000, 10_000]],
  ['wavesurfer', 'peers', [1000, 10_000]],
  ['peaks.js', 'peers', [1000, 10_000]],
]
/** Half a minute in view, as somebody times lines; then the whole hour. */
const NEAR_MS = 30_000
const HOUR_MS = 3_600_000
const EVENTS = 90
/** A peer that takes longer than this for a step is listed as too slow and skipped. */
const PATIENCE_MS = 30_000
const middle: Point = { x: 700, y: 100 }

declare const timelineBench: TimelineBench

/** Columns: what is measured, in the order in which it is. Times are milliseconds. */
const moving = ['pan', 'fps', 'late', 'shown p95', 'zoom', 'edge drag', 'drag shown p95', 'drop'] as const
const nearHead = ['ready', 'heap', ...moving, 'idle'] as const
const hourHead = ['opened', ...moving] as const
type Column = (typeof nearHead)[number] | (typeof hourHead)[number]
type Figures = Partial<Record<Column, number>>

/** Whether the lines of an hour can become shorter and longer again; else those beside them hold them. */
export const hasRoom = (count: number): boolean => HOUR_MS / count >= 1000

/** What half a minute in view costs, by timeline and number of lines. */
export type TimelineFigures = ReadonlyMap<string, Figures>
export const timelineKey = (peer: Peer, count: number): string => `${peer} ${count}`

/** Measures the timelines of the parts that are wanted; the one the whole editor is compared with at any rate. */
export async function benchTimeline(browser: Browser, parts: ReadonlySet<EditorPart>): Promise<TimelineFigures> {
  const isAlone = parts.has('timeline')
  const isCompared = comparedParts.some((part) => parts.has(part))
  const wanted = cases.filter(([peer, part]) => parts.has(part) || (peer === 'bare canvas' && isCompared))
  const near = new Map<string, Figures>()
  if (wanted.length === 0) return near
  await buildPages('timeline', site)
  const server = await serveFolders([site])
  const rows: Record<View, string[][]> = { near: [], hour: [] }
  try {
    for (const [peer, , counts] of wanted) {
      for (const count of counts) {
        console.error(`${peer}, ${count} lines`)
        const measured = await measure(browser, `${server.url}/timeline.html`, peer, count, isAlone ? 'hour' : 'near')
        near.set(timelineKey(peer, count), measured.near)
        rows.near.push([peer, String(count), ...cells(nearHead, measured.near, measured.failure)])
        rows.hour.push([peer, String(count), ...cells(hourHead, measured.hour, measured.failure)])
      }
    }
  } finally {
    server.close()
  }
  console.log(
    '\nMilliseconds of processor time of the page’s main thread for each event; "shown p95": from the event to',
  )
  console.log('the frame on screen; late: frames that came more than 25 ms after the one before.')
  printTable('Timeline of an hour, 30 s in view', ['timeline', 'lines', ...nearHead], rows.near)
  if (isAlone) printTable('Timeline of an hour, all of it in view', ['timeline', 'lines', ...hourHead], rows.hour)
  if (isAlone) takeBars(near)
  return near
}

/** Whether its half minute in view is held against a bar. */
const hasBars = (peer: Peer): boolean => peer === 'ours' || peer === 'bare canvas'

const HEAP_MB = new Map([
  [1000, 2],
  [10_000, 3],
  [100_000, 12],
])

function takeBars(near: TimelineFigures): void {
  for (const count of COUNTS) {
    const ours = near.get(timelineKey('ours', count))
    const bare = near.get(timelineKey('bare canvas', count))
    for (const name of ['pan', 'zoom', 'edge drag', 'drop'] as const) {
      bar(
        `timeline, ${name}, ${count} lines (ms)`,
        ours?.[name],
        'bare canvas',
        bare?.[name],
        name === 'drop' ? 2 : 1.2,
      )
    }
    bar(`timeline, heap, ${count} lines (MB)`, ours?.heap, 'limit', HEAP_MB.get(count), 1)
  }
}

function cells(head: readonly Column[], figures: Figures, failure: string | undefined): string[] {
  const first = head.findIndex((name) => figures[name] === undefined)
  return head.map((name, at) => {
    const value = figures[name]
    if (value === undefined) return at === first && failure !== undefined ? failure : '–'
    if (name === 'late') return `${(value * 100).toFixed(0)} %`
    return name === 'fps' ? value.toFixed(0) : number(value)
  })
}

type View = 'near' | 'hour'

interface Measured {
  readonly near: Figures
  readonly hour: Figures
  failure?: string
}

async function measure(browser: Browser, url: string, peer: Peer, count: number, upTo: View): Promise<Measured> {
  const measured: Measured = { near: {}, hour: {} }
  const driven = await openPage(browser, url)
  try {
    for await (const [view, name, figure] of figures(browser, driven, peer, count)) {
      if (view === 'hour' && upTo === 'near') break
      measured[view][name] = figure
    }
  } catch (error) {
    measured.failure = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 40) : String(error)
  } finally {
    await driven.page.close()
  }
  return measured
}

async function openPage(browser: Browser, url: string): Promise<Driven> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 400 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const driven = await Driven.over(page)
  await page.goto(url)
  await page.waitForFunction(() => 'timelineBench' in window)
  // Whoever looks for an element leaves the driver's listeners in the page, which each pointer event pays: as in the whole editor.
  await page.locator('body').waitFor()
  await page.waitForTimeout(300)
  return driven
}

/** One figure after the other, so that what was measured stays where a peer takes too long for the next. */
async function* figures(
  browser: Browser,
  driven: Driven,
  peer: Peer,
  count: number,
): AsyncGenerator<readonly [View, Column, number]> {
  const { page } = driven
  const blank = await driven.heap()
  const open = page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), [
    peer,
    count,
    NEAR_MS,
  ] as const)
  yield ['near', 'ready', await within(open)]
  await page.waitForTimeout(500)
  yield ['near', 'heap', ((await driven.heap()) - blank) / 1e6]
  const costs = hasBars(peer) ? dropCosts : roughDropCosts
  for await (const [name, figure] of movements(browser, driven, count, costs)) yield ['near', name, figure]
  yield ['near', 'idle', await driven.costOf(() => page.waitForTimeout(1000))]
  const show = page.evaluate((ms) => timelineBench.show(ms), HOUR_MS)
  yield ['hour', 'opened', await within(show)]
  await page.waitForTimeout(500)
  for await (const [name, figure] of movements(browser, driven, count, roughDropCosts)) yield ['hour', name, figure]
}

async function* movements(
  browser: Browser,
  driven: Driven,
  count: number,
  costs: typeof dropCosts,
): AsyncGenerator<readonly [Column, number]> {
  const { page } = driven
  const pan = (): Promise<void> => within(driven.wheel(middle, EVENTS, { x: 40 }))
  await driven.wheel(middle, 20, { x: 40 })
  yield ['pan', await driven.eventCost(EVENTS, pan)]
  const { fps, late } = await driven.smoothness(pan)
  yield ['fps', fps]
  yield ['late', late]
  yield ['shown p95', await presentedP95(browser, driven, ['MOUSE_WHEEL', 'GESTURE_SCROLL_UPDATE'], pan)]
  yield ['zoom', await driven.eventCost(EVENTS, () => within(page.evaluate((n) => timelineBench.zoom(n), EVENTS)))]
  const edge = await page.evaluate(() => timelineBench.edge())
  await driven.press(edge)
  const drag = (): Promise<void> => within(driven.drag(edge, EVENTS))
  yield ['edge drag', await driven.eventCost(EVENTS, drag)]
  yield ['drag shown p95', await presentedP95(browser, driven, ['MOUSE_DRAGGED', 'MOUSE_MOVED'], drag)]
  await within(page.mouse.up())
  const [dropped] = await costs(dropIn(driven, count))
  yield ['drop', dropped!]
}

/** Drops one edge earlier and later by turns; where there is no room for that, each time another one later. */
function dropIn(driven: Driven, count: number): Drop {
  const isSame = hasRoom(count)
  return async (repeat) => {
    const edge = await within(driven.page.evaluate((at) => timelineBench.edge(at), isSame ? 0 : repeat))
    return driven.dropCost(edge, isSame && repeat % 2 === 0)
  }
}

export interface OpenTimeline {
  readonly driven: Driven
  readonly drop: Drop
  readonly pan: (events: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** The timeline by itself in a tab of its own, to be measured by turns with something else. */
export async function openTimeline(browser: Browser, count: number): Promise<OpenTimeline> {
  await buildPages('timeline', site)
  const server = await serveFolders([site])
  const driven = await openPage(browser, `${server.url}/timeline.html`)
  const { page } = driven
  await page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), ['ours', count, NEAR_MS] as const)
  const close = async (): Promise<void> => {
    await page.close()
    server.close()
  }
  const pan = (events: number): Promise<void> => within(driven.wheel(middle, events, { x: 40 }))
  return { driven, drop: dropIn(driven, count), pan, close }
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took over 30 s')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
