/** The editor's timeline in headless Chromium and its peers from npm: same waveform, same lines, one run. */
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { build } from 'vite'
import type { Peer, TimelineBench } from './pages/timeline.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { Driven, type Point, presentedP95, smoothnessCells } from './driven.ts'
import { number, printTable } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'timeline-site')
const cases: readonly (readonly [Peer, readonly number[]])[] = [
  ['ours', [100, 1000, 10_000]],
  ['ours, WebGL', [100, 1000, 10_000]],
  ['bare canvas', [1000, 10_000]],
  ['wavesurfer', [1000, 10_000]],
  ['peaks.js', [1000, 10_000]],
]
/** Half a minute in view, as somebody times lines; then the whole hour. */
const NEAR_MS = 30_000
const HOUR_MS = 3_600_000
const EVENTS = 90
/** A peer that takes longer than this for a step is listed as too slow and skipped. */
const PATIENCE_MS = 30_000
const middle: Point = { x: 700, y: 100 }

declare const timelineBench: TimelineBench

const moving = ['pan', 'fps', 'late', 'shown p95', 'zoom', 'edge drag', 'shown p95', 'drop']
const nearHead = ['timeline', 'lines', 'ready', 'heap', ...moving, 'idle']
const hourHead = ['timeline', 'lines', 'opened', ...moving]

export async function benchTimeline(browser: Browser): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'pages'),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: site,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, 'pages', 'timeline.html') },
    },
  })
  const server = await serveFolders([site])
  const near: string[][] = []
  const hour: string[][] = []
  try {
    for (const [peer, counts] of cases) {
      for (const count of counts) {
        console.error(`${peer}, ${count} lines`)
        const rows = await measure(browser, `${server.url}/timeline.html`, peer, count)
        near.push([peer, String(count), ...padded(rows.near, nearHead.length - 2)])
        hour.push([peer, String(count), ...padded(rows.hour, hourHead.length - 2)])
      }
    }
  } finally {
    server.close()
  }
  console.log(
    '\nMilliseconds of processor time of the page’s main thread for each event; "shown p95": from the event to',
  )
  console.log('the frame on screen; late: frames that came more than 25 ms after the one before.')
  printTable('Timeline of an hour, 30 s in view', nearHead, near)
  printTable('Timeline of an hour, all of it in view', hourHead, hour)
}

const padded = (cells: readonly string[], length: number): string[] => [
  ...cells,
  ...Array.from({ length: length - cells.length }, () => '–'),
]

interface Rows {
  readonly near: string[]
  readonly hour: string[]
}

async function measure(browser: Browser, url: string, peer: Peer, count: number): Promise<Rows> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 400 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const rows: Rows = { near: [], hour: [] }
  const driven = await Driven.over(page)
  let target = rows.near
  try {
    await page.goto(url)
    await page.waitForFunction(() => 'timelineBench' in window)
    await page.waitForTimeout(300)
    for await (const [view, figure] of figures(browser, driven, peer, count)) {
      rows[view].push(figure)
      target = rows.near.length === nearHead.length - 2 ? rows.hour : rows.near
    }
  } catch (error) {
    target.push(error instanceof Error ? error.message.split('\n')[0]!.slice(0, 40) : String(error))
  } finally {
    await page.close()
  }
  return rows
}

/** One figure after the other, so that what was measured stays where a peer takes too long for the next. */
async function* figures(
  browser: Browser,
  driven: Driven,
  peer: Peer,
  count: number,
): AsyncGenerator<readonly [keyof Rows, string]> {
  const { page } = driven
  const blank = await driven.heap()
  const open = page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), [
    peer,
    count,
    NEAR_MS,
  ] as const)
  yield ['near', `${number(await within(open))} ms`]
  await page.waitForTimeout(500)
  yield ['near', `${number(((await driven.heap()) - blank) / 1e6)} MB`]
  for await (const figure of movements(browser, driven)) yield ['near', figure]
  yield ['near', `${number(await driven.costOf(() => page.waitForTimeout(1000)))} ms/s`]
  const show = page.evaluate((ms) => timelineBench.show(ms), HOUR_MS)
  yield ['hour', `${number(await within(show))} ms`]
  await page.waitForTimeout(500)
  for await (const figure of movements(browser, driven)) yield ['hour', figure]
}

async function* movements(browser: Browser, driven: Driven): AsyncGenerator<string> {
  const { page } = driven
  const pan = (): Promise<void> => within(driven.wheel(middle, EVENTS, { x: 40 }))
  await driven.wheel(middle, 20, { x: 40 })
  yield number(await driven.eventCost(EVENTS, pan))
  yield* smoothnessCells(await driven.smoothness(pan))
  yield `${number(await presentedP95(browser, driven, ['MOUSE_WHEEL', 'GESTURE_SCROLL_UPDATE'], pan))} ms`
  yield number(await driven.eventCost(EVENTS, () => within(page.evaluate((n) => timelineBench.zoom(n), EVENTS))))
  const edge = await page.evaluate(() => timelineBench.edge())
  await driven.press(edge)
  const drag = (): Promise<void> => within(driven.drag(edge, EVENTS))
  yield number(await driven.eventCost(EVENTS, drag))
  yield `${number(await presentedP95(browser, driven, ['MOUSE_DRAGGED', 'MOUSE_MOVED'], drag))} ms`
  const drop = async (): Promise<void> => {
    await page.mouse.up()
    await page.waitForTimeout(600)
  }
  yield number(await driven.costOf(() => within(drop())))
}

function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took over 30 s')), PATIENCE_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
