/** The whole editor on a video of an hour: from its address to a long day's edits. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { addVersion, EditorPage, LibraryPage, signIn } from '../e2e/pages/app.ts'
import { spawnServer } from '#tests/support/process.ts'
import { Driven, type Point, presentedP95, smoothnessCells } from './driven.ts'
import { median, number, printTable } from './table.ts'

const HOUR_MS = 3_600_000
const EDITS = 10_000
const COUNTS = [100, 1000, 10_000]
const EVENTS = 120
const REPEATS = 3
const PLAY_MS = 4000
const LETTERS = 60
const CONTROL = 2

export async function benchWholeEditor(browser: Browser): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  const server = await spawnServer({ CUELANE_DATA: data })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('cuelane-tour', 'seen'))
  const [opened, timed, written]: string[][][] = [[], [], []]
  try {
    await openHour(page, server.url)
    for (const count of COUNTS) {
      const file = await addVersion(page, linesOf(count))
      const address = `${page.url().split('&')[0]}&file=${file}`
      const driven = await Driven.over(page)
      const lines = String(count)
      opened!.push([lines, ...(await openFigures(driven, address))])
      timed!.push([lines, ...(await timingFigures(browser, driven, count))])
      written!.push([lines, ...(await rowFigures(driven))])
    }
    printTable(
      'The editor opened from its address, everything cached; 10,000 edits by key',
      ['lines', 'timeline drawn', 'all there', 'heap'],
      opened!,
    )
    console.log(
      '\nAmong 10,000 lines neighbours hold the edge: most moves draw nothing, and "shown" waits for other frames.',
    )
    printTable(
      'Its timeline, 30 s in view: milliseconds of processor time of the page’s main thread',
      ['lines', 'pan', 'fps', 'late', 'shown p95', 'zoom', 'edge drag', 'shown p95', 'drop', 'a frame played'],
      timed!,
    )
    printTable('Its list of lines', ['lines', 'a letter', 'scroll', 'fps', 'late', 'most frames with a gap'], written!)
    await longDay(page)
  } finally {
    await context.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function openHour(page: Page, url: string): Promise<void> {
  await signIn(page, url)
  await page.goto(`${url}/lab/library`)
  const library = new LibraryPage(page)
  await library.newFolder('Bench')
  await library.upload(hourOfVideo())
  await library.ready(900_000)
  await library.card.getByRole('link').first().click()
  await page.waitForURL('**/lab/pro/srt-edit**')
}

/** Kept for the next run. */
function hourOfVideo(): string {
  const folder = join(import.meta.dirname, '..', '.cache', 'bench')
  const path = join(folder, 'hour.mp4')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const made = join(folder, 'hour.part.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=256x144:rate=10']
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.3:sample_rate=16000']
  const coded = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
  ]
  const { status, stderr } = spawnSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...picture,
    ...sound,
    '-t',
    '3600',
    ...coded,
    made,
  ])
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
  renameSync(made, path)
  return path
}

function linesOf(count: number): string {
  const slot = HOUR_MS / count
  const time = (ms: number) => new Date(Math.round(ms)).toISOString().slice(11, 23).replace('.', ',')
  return Array.from({ length: count }, (_, at) => {
    return `${at + 1}\n${time(at * slot)} --> ${time((at + 0.8) * slot)}\nLine ${at + 1} of the video\n`
  }).join('\n')
}

async function openFigures(driven: Driven, address: string): Promise<string[]> {
  const { page } = driven
  const editor = new EditorPage(page)
  await page.goto(address)
  await editor.opened()
  await page.waitForTimeout(2000)
  const times: { drawn: number; whole: number }[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    await page.goto(address)
    const drawn = await page.waitForFunction(() => {
      const element = document.querySelector('[data-testid=timeline]') as unknown as { frames?: () => number } | null
      return (element?.frames?.() ?? 0) > 0 ? performance.now() : false
    })
    const rows = await page.waitForFunction(() => (document.querySelector('.row') ? performance.now() : false))
    const [first, second] = [Number(await drawn.jsonValue()), Number(await rows.jsonValue())]
    times.push({ drawn: first, whole: Math.max(first, second) })
    await editor.opened()
  }
  await page.waitForTimeout(1000)
  return [
    `${number(median(times.map(({ drawn }) => drawn)))} ms`,
    `${number(median(times.map(({ whole }) => whole)))} ms`,
    mega(await driven.heap()),
  ]
}

/** At the keys of a person who times lines: half a minute in view, in the middle of the video. */
async function timingFigures(browser: Browser, driven: Driven, count: number): Promise<string[]> {
  const { page } = driven
  const editor = new EditorPage(page)
  await page.getByLabel('Span').selectOption('1min')
  for (let step = 0; step < 10; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForTimeout(1000)
  const box = (await editor.timeline.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + 60 }
  const pan = () => driven.wheel(middle, EVENTS, { x: 40 })
  const panned = await driven.eventCost(EVENTS, pan)
  const smooth = await driven.smoothness(pan)
  const shown = await presentedP95(browser, driven, ['MOUSE_WHEEL', 'GESTURE_SCROLL_UPDATE'], pan)
  const zoomed = await driven.eventCost(EVENTS, () => driven.wheel(middle, EVENTS, { y: 12, modifiers: CONTROL }))
  const edge = await edgeInView(editor, count)
  await driven.press(edge)
  const drag = () => driven.drag(edge, EVENTS)
  const dragged = await driven.eventCost(EVENTS, drag)
  const followed = await presentedP95(browser, driven, ['MOUSE_DRAGGED', 'MOUSE_MOVED'], drag)
  const dropped = await driven.costOf(async () => {
    await page.mouse.up()
    await page.waitForTimeout(1200)
  })
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  await page.waitForTimeout(500)
  const played = await driven.costOf(() => page.waitForTimeout(PLAY_MS))
  await page.keyboard.press('Space')
  return [
    number(panned),
    ...smoothnessCells(smooth),
    `${number(shown)} ms`,
    number(zoomed),
    number(dragged),
    `${number(followed)} ms`,
    number(dropped),
    number(played / (PLAY_MS * 0.06)),
  ]
}

/** The first end of a line that is well inside the timeline. */
async function edgeInView(editor: EditorPage, count: number): Promise<Point> {
  const x = await editor.timeline.evaluate(
    (element, [slot, lines]) => {
      const { timeToX } = element as unknown as { timeToX: (ms: number) => number }
      const ends = Array.from({ length: lines }, (_, at) => timeToX(Math.round((at + 0.8) * slot)))
      return ends.find((end) => end > 60 && end < element.clientWidth - 60)
    },
    [HOUR_MS / count, count] as const,
  )
  if (x === undefined) throw new Error('No line has an edge in view')
  const box = (await editor.timeline.boundingBox())!
  return { x: box.x + x - 2, y: box.y + box.height - 22 }
}

async function rowFigures(driven: Driven): Promise<string[]> {
  const { page } = driven
  const editor = new EditorPage(page)
  await editor.rows.nth(2).locator('textarea').click()
  const typed = await driven.costOf(async () => {
    for (let letter = 0; letter < LETTERS; letter++) await page.keyboard.press(letter % 6 === 5 ? 'Space' : 'a')
  })
  await page.keyboard.press('Escape')
  await editor.saved()
  const box = (await page.locator('.rows-scroller').boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const scroll = () => driven.wheel(middle, EVENTS, { y: 120 })
  const scrolled = await driven.eventCost(EVENTS, scroll)
  const gaps = await page.evaluateHandle(() => {
    const list = document.querySelector('.rows-scroller')!.getBoundingClientRect()
    const found = { most: 0, now: 0 }
    const look = (): void => {
      const ys = [list.top + 8, list.top + list.height / 2, list.bottom - 8]
      const isWhole = ys.every((y) => document.elementFromPoint(list.left + 60, y)?.closest('.row'))
      found.now = isWhole ? 0 : found.now + 1
      found.most = Math.max(found.most, found.now)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return found
  })
  const smooth = await driven.smoothness(scroll)
  const { most } = await gaps.jsonValue()
  return [number(typed / LETTERS), number(scrolled), ...smoothnessCells(smooth), String(most)]
}

/** Ten thousand edits by key in the version that is open. */
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
