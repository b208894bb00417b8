/** The editor's timeline in headless Chromium against its npm peers: same waveform, same cues, one run. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { Peer, TimelineBench } from './pages/timeline.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { bar } from './bars.ts'
import {
  type Drop,
  dropCosts,
  Driven,
  eventCosts,
  HELD_BESIDE_VIDEO_MS,
  type Point,
  presentedP95,
  roughDropCosts,
  roughEventCosts,
} from './driven.ts'
import type { EditorPart } from './parts.ts'
import { buildPages } from './pages.ts'
import { number, printTable } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'timeline-site')
const COUNTS = [1000, 10_000, 100_000]
/** Timelines measured interleaved, each in a separate tab, since ratios need simultaneous figures. */
type Group = readonly Peer[]
const cases: readonly (readonly [Group, EditorPart, readonly number[]])[] = [
  [['ours'], 'timeline', [100]],
  [['ours', 'bare canvas'], 'timeline', COUNTS],
  [['ours, WebGL'], 'peers', [100, 1000, 10_000]],
  [['wavesurfer'], 'peers', [1000, 10_000]],
  [['peaks.js'], 'peers', [1000, 10_000]],
]
/** Half a minute visible, as for timing cues; then the whole hour. */
const NEAR_MS = 30_000
const HOUR_MS = 3_600_000
const EVENTS = 90
/** A peer that takes longer than this per step is skipped as too slow. */
const PATIENCE_MS = 30_000
const middle: Point = { x: 700, y: 100 }

declare const timelineBench: TimelineBench

/** Columns in the order of measurement. Times are milliseconds. */
const moving = ['pan', 'fps', 'late', 'shown p95', 'zoom', 'edge drag', 'drag shown p95', 'drop'] as const
const nearHead = ['ready', 'heap', ...moving, 'idle'] as const
const hourHead = ['opened', ...moving] as const
type Column = (typeof nearHead)[number] | (typeof hourHead)[number]
type Figures = Partial<Record<Column, number>>

/** Whether an hour's cues can be moved both ways; else their neighbours stop them. */
export const hasRoom = (count: number): boolean => HOUR_MS / count >= 1000

/** What half a minute in view costs, by timeline and number of lines. */
type TimelineFigures = ReadonlyMap<string, Figures>
const timelineKey = (peer: Peer, count: number): string => `${peer} ${count}`

/** Measures the timelines of the parts that are wanted. */
export async function benchTimeline(browser: Browser, parts: ReadonlySet<EditorPart>): Promise<void> {
  const isAlone = parts.has('timeline')
  const wanted = cases.filter(([, part]) => parts.has(part))
  if (wanted.length === 0) return
  const near = new Map<string, Figures>()
  await buildPages('timeline', site)
  const server = await serveFolders([site])
  const rows: Record<View, string[][]> = { near: [], hour: [] }
  try {
    for (const [group, , counts] of wanted) {
      for (const count of counts) {
        console.error(`${group.join(', ')}: ${count} lines`)
        const found = await measure(browser, `${server.url}/timeline.html`, group, count, isAlone ? 'hour' : 'near')
        for (const [at, measured] of found.entries()) {
          const peer = group[at]!
          near.set(timelineKey(peer, count), measured.near)
          rows.near.push([peer, String(count), ...cells(nearHead, measured.near, measured.failure)])
          rows.hour.push([peer, String(count), ...cells(hourHead, measured.hour, measured.failure)])
        }
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
}

/** Whether its half minute is compared with a bar. */
const hasBars = (group: Group): boolean => group.includes('ours') || group.includes('bare canvas')

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

async function measure(
  browser: Browser,
  url: string,
  group: Group,
  count: number,
  upTo: View,
): Promise<readonly Measured[]> {
  const all = group.map((): Measured => ({ near: {}, hour: {} }))
  const pages: Driven[] = []
  try {
    for (const _ of group) pages.push(await openPage(browser, url))
    for await (const [view, name, found] of figures(browser, pages, group, count)) {
      if (view === 'hour' && upTo === 'near') break
      for (const [at, figure] of found.entries()) all[at]![view][name] = figure
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 40) : String(error)
    for (const measured of all) measured.failure = failure
  } finally {
    for (const { page } of pages) await page.close()
  }
  return all
}

async function openPage(browser: Browser, url: string): Promise<Driven> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 400 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const driven = await Driven.over(page)
  await page.goto(url)
  await page.waitForFunction(() => 'timelineBench' in window)
  // An element query leaves the driver's listeners in the page, which each pointer event pays, as in the whole editor.
  await page.locator('body').waitFor()
  await page.waitForTimeout(300)
  return driven
}

/** Figure by figure on each page, so that earlier ones stay if a peer is too slow for the next. */
async function* figures(
  browser: Browser,
  pages: readonly Driven[],
  group: Group,
  count: number,
): AsyncGenerator<readonly [View, Column, readonly number[]]> {
  const blank = await each(pages, (driven) => driven.heap())
  yield ['near', 'ready', await each(pages, ({ page }, at) => within(openPeer(page, group[at]!, count)))]
  const heaps = await each(pages, async (driven) => {
    await driven.page.waitForTimeout(500)
    return driven.heap()
  })
  yield ['near', 'heap', heaps.map((heap, at) => (heap - blank[at]!) / 1e6)]
  const costs = hasBars(group) ? exact : rough
  for await (const [name, found] of movements(browser, pages, count, costs)) yield ['near', name, found]
  yield ['near', 'idle', await each(pages, (driven) => driven.costOf(() => driven.page.waitForTimeout(1000)))]
  const show = ({ page }: Driven): Promise<number> => page.evaluate((ms) => timelineBench.show(ms), HOUR_MS)
  yield ['hour', 'opened', await each(pages, (driven) => within(show(driven)))]
  await pages[0]!.page.waitForTimeout(500)
  for await (const [name, found] of movements(browser, pages, count, rough)) yield ['hour', name, found]
}

const openPeer = (page: Page, peer: Peer, count: number): Promise<number> =>
  page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), [peer, count, NEAR_MS] as const)

/** One page after the other. */
async function each<T>(
  pages: readonly Driven[],
  work: (driven: Driven, at: number) => Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const [at, driven] of pages.entries()) found.push(await work(driven, at))
  return found
}

interface Costs {
  readonly ofEvents: typeof eventCosts
  readonly ofDrops: typeof dropCosts
}

const exact: Costs = { ofEvents: eventCosts, ofDrops: dropCosts }
const rough: Costs = { ofEvents: roughEventCosts, ofDrops: roughDropCosts }

async function* movements(
  browser: Browser,
  pages: readonly Driven[],
  count: number,
  { ofEvents, ofDrops }: Costs,
): AsyncGenerator<readonly [Column, readonly number[]]> {
  const costs = (run: (driven: Driven, at: number) => Promise<void>): Promise<number[]> =>
    ofEvents(EVENTS, ...pages.map((driven, at) => [driven, () => within(run(driven, at))] as const))
  const pan = (driven: Driven): Promise<void> => driven.wheel(middle, EVENTS, { x: 40 })
  await each(pages, (driven) => driven.wheel(middle, 20, { x: 40 }))
  yield ['pan', await costs(pan)]
  const smooth = await each(pages, (driven) => driven.smoothness(() => within(pan(driven))))
  yield ['fps', smooth.map(({ fps }) => fps)]
  yield ['late', smooth.map(({ late }) => late)]
  const kinds = ['MOUSE_WHEEL', 'GESTURE_SCROLL_UPDATE']
  yield ['shown p95', await each(pages, (driven) => presentedP95(browser, driven, kinds, () => within(pan(driven))))]
  yield ['zoom', await costs(({ page }) => page.evaluate((steps) => timelineBench.zoom(steps), EVENTS))]
  const edges = await each(pages, async (driven) => {
    const edge = await driven.page.evaluate(() => timelineBench.edge())
    await driven.press(edge)
    return edge
  })
  const drag = (driven: Driven, at: number): Promise<void> => driven.drag(edges[at]!, EVENTS)
  yield ['edge drag', await costs(drag)]
  const moves = ['MOUSE_DRAGGED', 'MOUSE_MOVED']
  const follow = (driven: Driven, at: number): Promise<number> =>
    presentedP95(browser, driven, moves, () => within(drag(driven, at)))
  yield ['drag shown p95', await each(pages, follow)]
  await each(pages, ({ page }) => within(page.mouse.up()))
  yield ['drop', await ofDrops(...pages.map((driven) => dropIn(driven, count)))]
}

/** Drops an edge earlier and later alternately; without room for that, another one later each time. */
function dropIn(driven: Driven, count: number, heldMs?: number): Drop {
  const isSame = hasRoom(count)
  const edge = (repeat: number): Promise<Point> =>
    within(driven.page.evaluate((at) => timelineBench.edge(at), isSame ? 0 : repeat))
  const isEarlier = (repeat: number): boolean => isSame && repeat % 2 === 0
  return {
    warmUp: async (repeat) => driven.dropBriefly(await edge(repeat), isEarlier(repeat)),
    cost: async (repeat) => driven.dropCost(await edge(repeat), isEarlier(repeat), heldMs),
  }
}

export interface OpenTimeline {
  readonly driven: Driven
  readonly drop: Drop
  readonly pan: (events: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** The timeline alone, or a peer, in a separate tab, for interleaved measurement. */
export async function openTimeline(browser: Browser, count: number, peer: Peer): Promise<OpenTimeline> {
  await buildPages('timeline', site)
  const server = await serveFolders([site])
  const driven = await openPage(browser, `${server.url}/timeline.html`)
  const { page } = driven
  await openPeer(page, peer, count)
  const close = async (): Promise<void> => {
    await page.close()
    server.close()
  }
  const pan = (events: number): Promise<void> => within(driven.wheel(middle, events, { x: 40 }))
  return { driven, drop: dropIn(driven, count, HELD_BESIDE_VIDEO_MS), pan, close }
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took over 30 s')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
