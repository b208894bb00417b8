/** The whole editor on a video of an hour: from opening to a long day's edits. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { addVersion, EditorPage, enterText } from '../e2e/pages/app.ts'
import { choose } from '../e2e/pages/choice.ts'
import { spawnServer } from '#tests/support/process.ts'
import { bar } from './bars.ts'
import {
  type Drop,
  dropCosts,
  Driven,
  eventCosts,
  HELD_BESIDE_VIDEO_MS,
  type Point,
  presentedP95,
  type Smoothness,
  smoothnessCells,
} from './driven.ts'
import { edgeInView, linesOf, openHour, openLocal, showHalfMinute } from './hour-in-editor.ts'
import { type EditorPart, timedParts } from './parts.ts'
import { benchPreview, imageSmoothness } from './preview.ts'
import { openPlainPage, type PlainPage } from './plain-page.ts'
import { median, number, printTable } from './table.ts'
import type { Peer } from './pages/timeline.ts'
import { hasRoom, type OpenTimeline, openTimeline } from './timeline.ts'

const EDITS = 10_000
const COUNTS = [100, 1000, 10_000]
/** Beyond the server's limit: a local file without a video. */
const LOCAL_COUNT = 100_000
const EVENTS = 120
/** More for cheap actions: the browser's garbage collection every few seconds is no cost of a letter. */
const LETTER_TURNS = 5
const OPENINGS = 9
const PLAY_MS = 4000
const PLAY_TURNS = 5
const LETTERS = 60
const LETTER_MS = 100
const REST_MS = 1500
const CONTROL = 2

/** Tables by part, and the bars' figures, by number of cues. */
class Figures {
  readonly opened: string[][] = []
  readonly timed: string[][] = []
  readonly written: string[][] = []
  readonly letters = new Map<number, number>()
  readonly drops = new Map<number, number>()
}

interface Bench {
  readonly browser: Browser
  readonly driven: Driven
  readonly parts: ReadonlySet<EditorPart>
  readonly plain: PlainPage
  readonly figures: Figures
}

const wholeParts: readonly EditorPart[] = ['open', ...timedParts, 'letter', 'rows', 'day']
const isTimed = (parts: ReadonlySet<EditorPart>): boolean => timedParts.some((part) => parts.has(part))

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
  const figures = new Figures()
  const bench: Bench = { browser, driven: await Driven.over(page), parts, plain, figures }
  try {
    await openHour(page, server.url)
    for (const count of COUNTS) {
      console.error(`whole editor, ${count} lines`)
      const file = await addVersion(page, linesOf(count))
      const address = `${page.url().split('&')[0]}&file=${file}`
      await page.goto(address)
      await new EditorPage(page).opened()
      if (parts.has('open')) await openFigures(bench, address, count)
      if (isTimed(parts)) await timingFigures(bench, count)
      await rowFigures(bench, count)
    }
    if (parts.has('day')) await longDay(page)
    if (parts.has('letter') || parts.has('drop')) {
      console.error(`whole editor, ${LOCAL_COUNT} lines`)
      await openLocal(page, server.url, LOCAL_COUNT)
      if (parts.has('drop')) await dropFigure(bench, LOCAL_COUNT)
      await rowFigures(bench, LOCAL_COUNT)
    }
  } finally {
    // What was measured stays where a later part fails.
    printFigures(figures)
    await context.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function printFigures({ opened, timed, written, letters, drops }: Figures): void {
  if (opened.length > 0)
    printTable(
      'The editor opened from its address, everything cached, by turns with an empty React page',
      ['lines', 'timeline drawn', 'all there', 'main thread', 'empty page', 'its main thread', 'heap'],
      opened,
    )
  if (timed.length > 0) {
    console.log(
      '\nAmong 10,000 lines neighbours hold the edge: most moves draw nothing, and "shown" waits for other frames.',
    )
    printTable(
      'Its timeline, 30 s in view: milliseconds of processor time of the page’s main thread',
      ['lines', 'pan', 'fps', 'late', 'shown p95', 'zoom', 'edge drag', 'shown p95', 'drop', 'a frame played'],
      timed,
    )
  }
  if (written.length > 0)
    printTable(
      'Its list of lines',
      ['lines', 'a letter', 'in a plain text area', 'scroll', 'fps', 'late', 'most frames with a gap'],
      written,
    )
  spreadBar('a letter', letters)
  spreadBar('drop of an edge', drops)
}

/** Independent of the number of cues: the most against the least. */
function spreadBar(name: string, costs: ReadonlyMap<number, number>): void {
  if (costs.size < 2) return
  const sorted = [...costs].sort(([, a], [, b]) => a - b)
  const [least, most] = [sorted[0]!, sorted.at(-1)!]
  bar(`${name}, ${most[0]} lines (ms)`, most[1], `${least[0]} lines`, least[1], 1.5)
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
      const element = document.querySelector('[data-testid=timeline]') as unknown as { frames?: () => number } | null
      if ((element?.frames?.() ?? 0) > 0) seen.drawn ??= performance.now()
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
  bar(`editor opened, ${count} lines (ms)`, middle('whole'), 'empty React page', middle('empty'), 5)
}

/** A timing user's view: half a minute in the middle of the video. */
async function timingFigures(bench: Bench, count: number): Promise<void> {
  const { parts, figures } = bench
  await showHalfMinute(bench.driven.page)
  const panned = parts.has('pan') ? await panFigures(bench, count) : ['–', '–', '–', '–', '–']
  const dragged = parts.has('drop') ? await dragFigures(bench, count) : ['–', '–', '–']
  const played = parts.has('play') ? await playFigure(bench, count) : '–'
  figures.timed.push([String(count), ...panned, ...dragged, played])
}

/** Pan, its smoothness, what it takes to the screen, zoom. */
async function panFigures({ browser, driven }: Bench, count: number): Promise<string[]> {
  const box = (await new EditorPage(driven.page).timeline.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + 60 }
  const pan = () => driven.wheel(middle, EVENTS, { x: 40 })
  const [panned, alone] = await besideTimeline(browser, count, 'ours', (timeline) =>
    eventCosts(EVENTS, [driven, pan], [timeline.driven, () => timeline.pan(EVENTS)]),
  )
  const smooth = await driven.smoothness(pan)
  const shown = await presentedP95(browser, driven, ['MOUSE_WHEEL', 'GESTURE_SCROLL_UPDATE'], pan)
  const zoomed = await driven.eventCost(EVENTS, () => driven.wheel(middle, EVENTS, { y: 12, modifiers: CONTROL }))
  bar(`editor, pan, ${count} lines (ms)`, panned, 'timeline alone', alone, 1.5)
  return [number(panned!), ...smoothnessCells(smooth), `${number(shown)} ms`, number(zoomed)]
}

/** An edge dragged, what that takes to the screen, and its drop. */
async function dragFigures(bench: Bench, count: number): Promise<string[]> {
  const { browser, driven } = bench
  const { page } = driven
  const edge = await edgeInView(new EditorPage(page), count)
  await driven.press(edge)
  const drag = () => driven.drag(edge, EVENTS)
  const dragged = await driven.eventCost(EVENTS, drag)
  const followed = await presentedP95(browser, driven, ['MOUSE_DRAGGED', 'MOUSE_MOVED'], drag)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const dropped = await dropFigure(bench, count)
  return [number(dragged), `${number(followed)} ms`, number(dropped)]
}

/** A playing frame of the editor, against a panned frame of the bare canvas. */
async function playFigure({ browser, driven }: Bench, count: number): Promise<string> {
  const { page } = driven
  await new EditorPage(page).timeline.focus()
  const play = async (): Promise<number> => {
    await page.keyboard.press('Space')
    await page.waitForTimeout(500)
    const cost = await driven.costOf(() => page.waitForTimeout(PLAY_MS))
    await page.keyboard.press('Space')
    return cost / (PLAY_MS * 0.06)
  }
  const [played, panned]: [number[], number[]] = [[], []]
  await besideTimeline(browser, count, 'bare canvas', async (bare) => {
    for (let turn = 0; turn <= PLAY_TURNS; turn++) {
      played.push(await play())
      panned.push((await bare.driven.costOf(() => bare.pan(EVENTS))) / EVENTS)
    }
  })
  const [ours, bare] = [median(played.slice(1)), median(panned.slice(1))]
  bar(`editor, a frame played, ${count} lines (ms)`, ours, 'bare canvas', bare, 1)
  return number(ours)
}

async function dropFigure({ browser, driven, figures }: Bench, count: number): Promise<number> {
  const { page } = driven
  // Where lines are short, so much that an edge has room to move.
  if (!hasRoom(count)) await choose(page.getByLabel('Visible span'), '10s')
  const [alone, dropped] = await besideTimeline(browser, count, 'ours', (timeline) =>
    dropCosts(timeline.drop, dropsOfLines(driven, count)),
  )
  figures.drops.set(count, dropped!)
  bar(`editor, drop of an edge, ${count} lines (ms)`, dropped, 'timeline alone', alone, 2)
  return dropped!
}

/** While the timeline alone or a peer is open in another tab, since ratios need simultaneous figures. */
async function besideTimeline<T>(
  browser: Browser,
  count: number,
  peer: Peer,
  work: (timeline: OpenTimeline) => Promise<T>,
): Promise<T> {
  const timeline = await openTimeline(browser, count, peer)
  try {
    return await work(timeline)
  } finally {
    await timeline.close()
  }
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
    cost: async () => driven.dropCost(await next(), false, HELD_BESIDE_VIDEO_MS),
  }
}

async function rowFigures(bench: Bench, count: number): Promise<void> {
  const { driven, parts, figures } = bench
  const typed = parts.has('letter') ? await letterFigure(bench, count) : undefined
  const letter = typed ? [number(typed.ours), number(typed.plain)] : ['–', '–']
  if (typed) {
    figures.letters.set(count, typed.ours)
    bar(`a letter typed, ${count} lines (ms)`, typed.ours, 'plain React text area', typed.plain, 1.5)
  }
  const rolled = parts.has('rows') ? await scrollFigure(driven) : undefined
  const peer = rolled && (await imageSmoothness(bench.plain))
  const scroll = rolled ? [number(rolled.cost), ...smoothnessCells(rolled.smooth), String(rolled.gap)] : []
  if (rolled && peer) {
    const frameMs = (fps: number): number => 1000 / fps
    bar(`rows scrolled, ${count} lines, a frame (ms)`, frameMs(rolled.smooth.fps), 'canvas', frameMs(peer.fps), 1.02)
    // Late frames on a page with one image per frame are the machine's.
    bar(`rows scrolled, ${count} lines, late (%)`, rolled.smooth.late * 100, 'canvas and 2:', peer.late * 100 + 2, 1)
  }
  if (typed || rolled) figures.written.push([String(count), ...letter, ...[...scroll, '–', '–', '–', '–'].slice(0, 4)])
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

/** Ten thousand edits by key in the open version. */
async function longDay(page: Page): Promise<void> {
  await page.reload()
  const editor = new EditorPage(page)
  await editor.opened()
  await page.waitForTimeout(1000)
  const driven = await Driven.over(page)
  const before = await driven.heap()
  await editor.timeline.focus()
  const cpu = await driven.costOf(async () => {
    await page.keyboard.down('ShiftLeft')
    for (let edit = 0; edit < EDITS; edit++) await page.keyboard.press(edit % 20 < 10 ? 'ArrowUp' : 'ArrowDown')
    await page.keyboard.up('ShiftLeft')
  })
  await editor.saved()
  await page.waitForTimeout(2000)
  printTable(
    `A long day: ${EDITS} edits by key in the longest of them`,
    ['an edit', 'heap before', 'heap after'],
    [[number(cpu / EDITS), mega(before), mega(await driven.heap())]],
  )
}

const mega = (bytes: number): string => `${number(bytes / 1e6)} MB`
