/** The editor's timeline in headless Chromium against its npm peers: same waveform, same cues, one run. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { Peer, TimelineBench } from './pages/timeline.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { bar } from './bars.ts'
import { Driven, eventCosts, type Point } from './driven.ts'
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
/** Half a minute visible, as for timing cues. */
const VIEW_MS = 30_000
const EVENTS = 90
/** A peer that takes longer than this per step is skipped as too slow. */
const PATIENCE_MS = 30_000
const middle: Point = { x: 700, y: 100 }

declare const timelineBench: TimelineBench

/** Columns in the order of measurement. Times are milliseconds. */
const columns = ['ready', 'heap', 'pan', 'fps', 'late', 'zoom', 'edge drag'] as const
type Column = (typeof columns)[number]
type Figures = Partial<Record<Column, number>>

/** What half a minute in view costs, by timeline and number of lines. */
type TimelineFigures = ReadonlyMap<string, Figures>
const timelineKey = (peer: Peer, count: number): string => `${peer} ${count}`

/** Measures the timelines of the parts that are wanted. */
export async function benchTimeline(browser: Browser, parts: ReadonlySet<EditorPart>): Promise<void> {
  const wanted = cases.filter(([, part]) => parts.has(part))
  if (wanted.length === 0) return
  const found = new Map<string, Figures>()
  await buildPages('timeline', site)
  const server = await serveFolders([site])
  const rows: string[][] = []
  try {
    for (const [group, , counts] of wanted) {
      for (const count of counts) {
        console.error(`${group.join(', ')}: ${count} lines`)
        const measured = await measure(browser, `${server.url}/timeline.html`, group, count)
        for (const [at, { figures, failure }] of measured.entries()) {
          found.set(timelineKey(group[at]!, count), figures)
          rows.push([group[at]!, String(count), ...cells(figures, failure)])
        }
      }
    }
  } finally {
    server.close()
  }
  console.log('\nMilliseconds of processor time of the page’s main thread for each event;')
  console.log('late: frames that came more than 25 ms after the one before.')
  printTable('Timeline of an hour, 30 s in view', ['timeline', 'lines', ...columns], rows)
  if (parts.has('timeline')) takeBars(found)
}

const HEAP_MB = new Map([
  [1000, 2],
  [10_000, 3],
  [100_000, 12],
])

function takeBars(found: TimelineFigures): void {
  for (const count of COUNTS) {
    const ours = found.get(timelineKey('ours', count))
    const bare = found.get(timelineKey('bare canvas', count))
    for (const name of ['pan', 'zoom'] as const)
      bar(`timeline, ${name}, ${count} lines (ms)`, ours?.[name], 'bare canvas', bare?.[name], 1.4)
    bar(`timeline, edge drag, ${count} lines (ms)`, ours?.['edge drag'], 'budget', 8, 1)
    bar(`timeline, heap, ${count} lines (MB)`, ours?.heap, 'limit', HEAP_MB.get(count), 1)
  }
}

function cells(figures: Figures, failure: string | undefined): string[] {
  const first = columns.findIndex((name) => figures[name] === undefined)
  return columns.map((name, at) => {
    const value = figures[name]
    if (value === undefined) return at === first && failure !== undefined ? failure : '–'
    if (name === 'late') return `${(value * 100).toFixed(0)} %`
    return name === 'fps' ? value.toFixed(0) : number(value)
  })
}

interface Measured {
  readonly figures: Figures
  failure?: string
}

async function measure(browser: Browser, url: string, group: Group, count: number): Promise<readonly Measured[]> {
  const all = group.map((): Measured => ({ figures: {} }))
  const pages: Driven[] = []
  try {
    for (const _ of group) pages.push(await openPage(browser, url))
    for await (const [name, found] of figuresOf(pages, group, count))
      for (const [at, figure] of found.entries()) all[at]!.figures[name] = figure
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
async function* figuresOf(
  pages: readonly Driven[],
  group: Group,
  count: number,
): AsyncGenerator<readonly [Column, readonly number[]]> {
  const blank = await each(pages, (driven) => driven.heap())
  yield ['ready', await each(pages, ({ page }, at) => within(openPeer(page, group[at]!, count)))]
  const heaps = await each(pages, async (driven) => {
    await driven.page.waitForTimeout(500)
    return driven.heap()
  })
  yield ['heap', heaps.map((heap, at) => (heap - blank[at]!) / 1e6)]
  yield* movements(pages)
}

const openPeer = (page: Page, peer: Peer, count: number): Promise<number> =>
  page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), [peer, count, VIEW_MS] as const)

/** One page after the other. */
async function each<T>(
  pages: readonly Driven[],
  work: (driven: Driven, at: number) => Promise<T>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const [at, driven] of pages.entries()) found.push(await work(driven, at))
  return found
}

async function* movements(pages: readonly Driven[]): AsyncGenerator<readonly [Column, readonly number[]]> {
  const costs = (run: (driven: Driven, at: number) => Promise<void>): Promise<number[]> =>
    eventCosts(EVENTS, ...pages.map((driven, at) => [driven, () => within(run(driven, at))] as const))
  const pan = (driven: Driven): Promise<void> => driven.wheel(middle, EVENTS, { x: 40 })
  yield ['pan', await costs(pan)]
  const smooth = await each(pages, (driven) => driven.smoothness(() => within(pan(driven))))
  yield ['fps', smooth.map(({ fps }) => fps)]
  yield ['late', smooth.map(({ late }) => late)]
  yield ['zoom', await costs(({ page }) => page.evaluate((steps) => timelineBench.zoom(steps), EVENTS))]
  const edges = await each(pages, async (driven) => {
    const edge = await driven.page.evaluate(() => timelineBench.edge())
    await driven.press(edge)
    return edge
  })
  yield ['edge drag', await costs((driven, at) => driven.drag(edges[at]!, EVENTS))]
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took over 30 s')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
