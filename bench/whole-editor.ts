/** The whole editor on a video of an hour: from its opening to its drops. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { addVersion, EditorPage, enterText } from '../e2e/pages/app.ts'
import { choose } from '../e2e/pages/choice.ts'
import { spawnServer } from '#tests/support/process.ts'
import { bar } from './bars.ts'
import { type Drop, dropCost, Driven, type Point, type Smoothness, smoothnessCells } from './driven.ts'
import { edgeInView, hasRoom, linesOf, openHour, openLocal } from './hour-in-editor.ts'
import type { EditorPart } from './parts.ts'
import { benchPreview, imageSmoothness } from './preview.ts'
import { openPlainPage, type PlainPage } from './plain-page.ts'
import { median, number, printTable } from './table.ts'

const COUNTS = [100, 1000, 10_000]
/** Beyond the server's limit: a local file without a video. */
const LOCAL_COUNT = 100_000
const EVENTS = 120
/** More for cheap actions: the browser's garbage collection every few seconds is no cost of a letter. */
const LETTER_TURNS = 3
const OPENINGS = 5
const LETTERS = 60
const LETTER_MS = 100
const REST_MS = 1500

/** Rows of the tables. */
interface Figures {
  readonly opened: string[][]
  readonly written: string[][]
}

interface Bench {
  readonly driven: Driven
  readonly parts: ReadonlySet<EditorPart>
  readonly plain: PlainPage
  readonly figures: Figures
}

const wholeParts: readonly EditorPart[] = ['open', 'drop', 'letter', 'rows']

export async function benchWholeEditor(browser: Browser, parts: ReadonlySet<EditorPart>): Promise<void> {
  const isWhole = wholeParts.some((part) => parts.has(part))
  if (!isWhole && !parts.has('preview')) return
  const plain = await openPlainPage(browser)
  try {
    if (parts.has('preview')) await benchPreview(plain)
    if (isWhole) await benchVersions(browser, parts, plain)
  } finally {
    await plain.close()
  }
}

async function benchVersions(browser: Browser, parts: ReadonlySet<EditorPart>, plain: PlainPage): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: data })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  const figures: Figures = { opened: [], written: [] }
  const bench: Bench = { driven: await Driven.over(page), parts, plain, figures }
  try {
    await openHour(page, server.url)
    for (const count of COUNTS) {
      console.error(`whole editor, ${count} lines`)
      const file = await addVersion(page, linesOf(count))
      const address = `${page.url().split('&')[0]}&file=${file}`
      await page.goto(address)
      await new EditorPage(page).opened()
      if (parts.has('open')) await openFigures(bench, address, count)
      await editFigures(bench, count)
      console.error(figures.written.at(-1)?.join(' · '))
    }
    if (parts.has('letter') || parts.has('drop') || parts.has('rows')) {
      console.error(`whole editor, ${LOCAL_COUNT} lines`)
      await openLocal(page, server.url, LOCAL_COUNT)
      await editFigures(bench, LOCAL_COUNT)
    }
  } finally {
    // What was measured stays where a later part fails.
    printFigures(figures)
    await context.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function printFigures({ opened, written }: Figures): void {
  if (opened.length > 0)
    printTable(
      'The editor opened from its address, everything cached, by turns with an empty React page',
      ['lines', 'timeline drawn', 'all there', 'main thread', 'empty page', 'its main thread', 'heap'],
      opened,
    )
  if (written.length > 0)
    printTable(
      'Its edits and its list of lines: milliseconds of processor time of the page’s main thread',
      ['lines', 'drop', 'a letter', 'in a plain text area', 'scroll', 'fps', 'late', 'most frames with a gap'],
      written,
    )
}

async function openFigures({ driven, plain, figures }: Bench, address: string, count: number): Promise<void> {
  const { page } = driven
  const editor = new EditorPage(page)
  await page.waitForTimeout(2000)
  const times: { drawn: number; whole: number; cpu: number; empty: number; emptyCpu: number }[] = []
  for (let repeat = 0; repeat < OPENINGS; repeat++) {
    await plain.page.goto(plain.url, { waitUntil: 'commit' })
    const there = await plain.page.waitForFunction(() =>
      document.querySelector('textarea') ? performance.now() : false,
    )
    const empty = Number(await there.jsonValue())
    const emptyCpu = await plain.driven.cpu()
    await page.goto(address, { waitUntil: 'commit' })
    // Both by the page's clock: the driver's round trip is not the editor's.
    const shown = await page.waitForFunction(() => {
      const seen = ((window as { seen?: { drawn?: number; rows?: number } }).seen ??= {})
      const view = document.querySelector<HTMLElement>('[data-testid=timeline]')?.dataset['view']
      if (view?.includes('frames')) seen.drawn ??= performance.now()
      if (document.querySelector('.row')) seen.rows ??= performance.now()
      return seen.drawn !== undefined && seen.rows !== undefined ? ([seen.drawn, seen.rows] as const) : false
    })
    const cpu = await driven.cpu()
    const [drawn, rows] = (await shown.jsonValue()) as readonly [number, number]
    times.push({ drawn, whole: Math.max(drawn, rows), cpu, empty, emptyCpu })
    await editor.opened()
  }
  await page.waitForTimeout(1000)
  const middle = (name: keyof (typeof times)[number]) => median(times.map((time) => time[name]))
  const cells = (['drawn', 'whole', 'cpu', 'empty', 'emptyCpu'] as const).map((name) => `${number(middle(name))} ms`)
  figures.opened.push([String(count), ...cells, mega(await driven.heap())])
  bar(`editor opened, ${count} lines (ms)`, middle('whole'), 'empty React page', middle('empty'), 6)
}

/** Drops one cue's edge after another's, so that all numbers of cues are measured alike. */
function dropsOfLines(driven: Driven, count: number): Drop {
  const editor = new EditorPage(driven.page)
  let line = 0
  const next = async (): Promise<Point> => {
    const { line: found, ...edge } = await edgeInView(editor, count, line)
    line = found
    return edge
  }
  return {
    warmUp: async () => {
      const edge = await next()
      const [, before] = await editor.times(line)
      await driven.dropBriefly(edge, false)
      // Only here: queries leave garbage in the measured page.
      if ((await editor.times(line))[1] === before) throw new Error('The drop changed nothing')
    },
    cost: async () => driven.dropCost(await next(), false),
  }
}

async function editFigures(bench: Bench, count: number): Promise<void> {
  const { driven, parts, figures } = bench
  const dropped = parts.has('drop') ? await dropFigure(driven, count) : undefined
  const typed = parts.has('letter') ? await letterFigure(bench, count) : undefined
  if (typed) bar(`a letter typed, ${count} lines (ms)`, typed.ours, 'budget', 8, 1)
  const rolled = parts.has('rows') ? await scrollFigure(driven) : undefined
  const peer = rolled && (await imageSmoothness(bench.plain))
  const scroll = rolled ? [number(rolled.cost), ...smoothnessCells(rolled.smooth), String(rolled.gap)] : []
  if (rolled && peer) {
    const frameMs = (fps: number): number => 1000 / fps
    bar(`rows scrolled, ${count} lines, a frame (ms)`, frameMs(rolled.smooth.fps), 'canvas', frameMs(peer.fps), 1.02)
    // Late frames on a page with one image per frame are the machine's.
    bar(`rows scrolled, ${count} lines, late (%)`, rolled.smooth.late * 100, 'canvas and 3:', peer.late * 100 + 3, 1)
  }
  const edits = [dropped, typed?.ours, typed?.plain].map((cost) => (cost === undefined ? '–' : number(cost)))
  figures.written.push([String(count), ...edits, ...[...scroll, '–', '–', '–', '–'].slice(0, 4)])
}

async function dropFigure(driven: Driven, count: number): Promise<number> {
  // Where lines are short, so much that an edge has room to move.
  await choose(driven.page.getByLabel('Visible span'), hasRoom(count) ? '1min' : '10s')
  const dropped = await dropCost(dropsOfLines(driven, count))
  bar(`drop of an edge, ${count} lines (ms)`, dropped, 'budget', 16, 1)
  return dropped
}

/** Interleaved, so that other load affects both alike. */
async function letterFigure({ driven, plain }: Bench, count: number): Promise<{ ours: number; plain: number }> {
  const { page } = driven
  const editor = new EditorPage(page)
  const [ours, theirs]: [number[], number[]] = [[], []]
  // Parts before have left the list where they worked.
  await page.locator('.rows-scroller').evaluate((rows) => rows.scrollTo(0, 0))
  for (let repeat = 0; repeat <= LETTER_TURNS; repeat++) {
    await plain.page.locator('textarea').click()
    await plain.driven.rest()
    theirs.push((await typeLetters(plain.driven)) / LETTERS)
    await enterText(page, 3)
    await page.keyboard.press('Control+a')
    // Work caused by the click, as another frame and strip pictures, is the click's.
    await driven.rest()
    ours.push((await typeLetters(driven)) / LETTERS)
  }
  await page.keyboard.press('Escape')
  if (count !== LOCAL_COUNT) await editor.saved()
  return { ours: median(ours.slice(1)), plain: median(theirs.slice(1)) }
}

/**
 * Like fast typing: each letter gets a frame. Without pauses the cheaper page would show several per frame. The work
 * after the pause counts too.
 */
function typeLetters(driven: Driven): Promise<number> {
  const { page } = driven
  return driven.costOf(async () => {
    const begin = performance.now()
    for (let letter = 0; letter < LETTERS; letter++) {
      await page.waitForTimeout(Math.max(0, begin + letter * LETTER_MS - performance.now()))
      await page.keyboard.press(letter % 6 === 5 ? 'Space' : 'a')
    }
    await page.waitForTimeout(REST_MS)
  })
}

async function scrollFigure(driven: Driven): Promise<{ cost: number; smooth: Smoothness; gap: number }> {
  const { page } = driven
  const box = (await page.locator('.rows-scroller').boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const scroll = () => driven.wheel(middle, EVENTS, { y: 120 })
  const cost = await driven.eventCost(EVENTS, scroll)
  const smooth = await driven.smoothness(scroll)
  const gaps = await page.evaluateHandle(() => {
    const list = document.querySelector('.rows-scroller')!.getBoundingClientRect()
    const found = { most: 0, now: 0, frame: 0 }
    const look = (): void => {
      const ys = [list.top + 8, list.top + list.height / 2, list.bottom - 8]
      const isWhole = ys.every((y) => document.elementFromPoint(list.left + 60, y)?.closest('.row, .row-editor'))
      found.now = isWhole ? 0 : found.now + 1
      found.most = Math.max(found.most, found.now)
      found.frame = requestAnimationFrame(look)
    }
    found.frame = requestAnimationFrame(look)
    return found
  })
  await scroll()
  const gap = await gaps.evaluate(({ most, frame }) => {
    cancelAnimationFrame(frame)
    return most
  })
  return { cost, smooth, gap }
}

const mega = (bytes: number): string => `${number(bytes / 1e6)} MB`
