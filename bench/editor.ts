/** The editor's timeline in headless Chromium beside its peers from npm: same waveform, same lines, one run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { build } from 'vite'
import type { Peer, TimelineBench } from './pages/timeline.tsx'
import { addVersion, openSample } from '../e2e/pages/app.ts'
import { spawnServer } from '#tests/support/process.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { number, printTable } from './table.ts'

const site = join(import.meta.dirname, '..', '.cache', 'bench', 'timeline-site')
const peers: readonly Peer[] = ['ours', 'bare canvas', 'wavesurfer', 'peaks.js']
const counts = [100, 1000, 10_000] as const
const STEPS = 120
/** Half a minute in view, as somebody times lines; and the whole hour. */
const views = [
  ['30 s in view', 30_000],
  ['1 hour in view', 3_600_000],
] as const
/** A peer that takes longer than this for a step is told as such and left. */
const PATIENCE_MS = 90_000

declare const timelineBench: TimelineBench

export async function benchEditor(): Promise<void> {
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
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    for (const [name, viewMs] of views) {
      const rows: string[][] = []
      for (const peer of peers) {
        for (const count of counts)
          rows.push(await measure(browser, `${server.url}/timeline.html`, peer, count, viewMs))
      }
      printTable(
        `Timeline of an hour, ${name}: milliseconds of the page's thread for each step, frames a second`,
        ['timeline', 'lines', 'ready', 'heap', 'pan', 'fps', 'zoom', 'fps', 'edge drag', 'drop', 'idle'],
        rows,
      )
    }
    await openTable(browser)
  } finally {
    await browser.close()
    server.close()
  }
}

const EDITS = 10_000
const OPENED = [1000, 10_000] as const

/** The whole editor from its address, with what was computed of the film at hand; then a long day's edits. */
async function openTable(browser: Browser): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: data })
  const rows: string[][] = []
  try {
    for (const count of OPENED) rows.push([String(count), ...(await openFigures(browser, server.url, count))])
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const head = ['lines', 'timeline drawn', 'rows', 'heap', `heap after ${EDITS} edits`, 'an edit by key']
  printTable('The editor opened from its address, everything cached', head, rows)
}

async function openFigures(browser: Browser, url: string, count: number): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  try {
    const editor = await openSample(page, url)
    const file = await addVersion(page, linesOf(count))
    const address = `${page.url().split('&')[0]}&file=${file}`
    await page.goto(address)
    await editor.opened()
    await page.waitForTimeout(2000)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(address)
    const drawn = await page.waitForFunction(() => {
      const element = document.querySelector('[data-testid=timeline]') as unknown as { frames?: () => number } | null
      return (element?.frames?.() ?? 0) > 0 ? performance.now() : false
    })
    const listed = await page.waitForFunction(() => (document.querySelector('.row') ? performance.now() : false))
    const [timeline, list] = [Number(await drawn.jsonValue()), Number(await listed.jsonValue())]
    await editor.opened()
    await page.waitForTimeout(1000)
    const opened = await heap(session)
    await editor.timeline.focus()
    const before = await busy(session)
    await page.keyboard.down('ShiftLeft')
    for (let edit = 0; edit < EDITS; edit++) await page.keyboard.press(edit % 20 < 10 ? 'ArrowUp' : 'ArrowDown')
    await page.keyboard.up('ShiftLeft')
    const edit = ((await busy(session)) - before) / EDITS
    await page.waitForTimeout(2000)
    const used = await heap(session)
    const mega = (bytes: number) => `${number(bytes / 1e6)} MB`
    return [`${number(timeline)} ms`, `${number(list)} ms`, mega(opened), mega(used), `${number(edit)} ms`]
  } finally {
    await context.close()
  }
}

function linesOf(count: number): string {
  const slot = 3_600_000 / count
  const time = (ms: number) => new Date(Math.round(ms)).toISOString().slice(11, 23).replace('.', ',')
  return Array.from({ length: count }, (_, at) => {
    return `${at + 1}\n${time(at * slot)} --> ${time((at + 0.8) * slot)}\nLine ${at + 1} of the film\n`
  }).join('\n')
}

async function measure(browser: Browser, url: string, peer: Peer, count: number, viewMs: number): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 400 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  try {
    return [peer, String(count), ...(await within(figures(page, session, url, peer, count, viewMs)))]
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    return [peer, String(count), why.slice(0, 40), ...Array.from({ length: 8 }, () => '–')]
  } finally {
    await page.close()
  }
}

function within<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('took over 90 s')), PATIENCE_MS)
  })
  return Promise.race([work, late])
}

async function figures(
  page: Page,
  session: CDPSession,
  url: string,
  peer: Peer,
  count: number,
  viewMs: number,
): Promise<string[]> {
  await page.goto(url)
  await page.waitForFunction(() => 'timelineBench' in window)
  await page.waitForTimeout(300)
  const blank = await heap(session)
  const ready = await page.evaluate(([name, lines, ms]) => timelineBench.open(name, lines, ms), [
    peer,
    count,
    viewMs,
  ] as const)
  await page.waitForTimeout(500)
  const used = (await heap(session)) - blank
  const series = async (what: 'pan' | 'zoom') => {
    const before = await busy(session)
    const { frames, steps } = await page.evaluate(([name, n]) => timelineBench.run(name, n), [what, STEPS] as const)
    return [((await busy(session)) - before) / steps, frames] as const
  }
  const [pan, panFrames] = await series('pan')
  const edge = await page.evaluate(() => timelineBench.edge())
  const { drag, drop } = await dragEdge(page, session, edge)
  const idleFrom = await busy(session)
  await page.waitForTimeout(1000)
  const idle = (await busy(session)) - idleFrom
  const [zoom, zoomFrames] = await series('zoom')
  return [
    `${number(ready)} ms`,
    `${number(used / 1e6)} MB`,
    number(pan),
    panFrames.toFixed(0),
    number(zoom),
    zoomFrames.toFixed(0),
    number(drag),
    number(drop),
    `${number(idle)} ms/s`,
  ]
}

/** Real pointer events, one a frame; then the drop and what follows from it. */
async function dragEdge(page: Page, session: CDPSession, { x, y }: { x: number; y: number }) {
  const moves = 60
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y)
  const before = await busy(session)
  for (let step = 0; step < moves; step++) {
    await page.mouse.move(x + 4 - (step % 20), y)
    await page.waitForTimeout(16)
  }
  const drag = ((await busy(session)) - before) / moves
  const from = await busy(session)
  await page.mouse.up()
  await page.waitForTimeout(600)
  return { drag, drop: (await busy(session)) - from }
}

/** Milliseconds that the page's main thread has worked. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
