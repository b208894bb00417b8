import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { formatTimecode, parseTimecode } from '#core/subtitle/text/timecode.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, LibraryPage, menu, rowText, signIn } from '../pages/app.ts'

// As in a browser of a user, over a whole day.
test.use({ serviceWorkers: 'allow' })

const VIDEO_S = 205
const SHOT_S = 8
/** Lines that come with the script, at this distance; the rest are timed by hand. */
const SCRIPTED = 146
const LINE_MS = 1200
const SPOTTED = 4
const ALL = SCRIPTED + SPOTTED

interface Line {
  start: number
  end: number
  text: string
}

/** A video of shots in many colours, with a tone under each line of the script. */
function makeVideo(path: string): string {
  const picture = `color=0x3060a0:s=160x90:r=25:d=${VIDEO_S},hue=h=97*floor(t/${SHOT_S})`
  const sound = `aevalsrc='0.4*sin(2*PI*220*t)*lt(mod(t,1.2),0.8)':s=16000:d=${VIDEO_S}`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40', '-g', '50', '-c:a', 'aac', '-b:a', '48k']
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...codecs, '-pix_fmt', 'yuv420p', path])
  return path
}

/** The translator's script: every 25th line runs into the next, and some words are misspelt. */
function scriptLines(): Line[] {
  return Array.from({ length: SCRIPTED }, (_, at) => {
    const start = 2000 + at * LINE_MS
    const word = at % 10 === 3 ? 'teh' : 'the'
    return { start, end: start + (at % 25 === 24 ? 1400 : 800), text: `Over ${word} hills ${at + 1}` }
  })
}

const srtOf = (lines: readonly Line[]): string =>
  lines
    .map(({ start, end, text }, at) => `${at + 1}\n${formatTimecode(start)} --> ${formatTimecode(end)}\n${text}\n`)
    .join('\n')

/** A user's acts on the editor, and the expected state of every cue. */
class Work {
  readonly lines: Line[]
  readonly page: Page
  readonly editor: EditorPage
  /** Keys so far. */
  actions = 0

  constructor(page: Page, lines: Line[]) {
    this.page = page
    this.editor = new EditorPage(page)
    this.lines = lines
  }

  async press(key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n++) await this.page.keyboard.press(key)
    this.actions += times
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.actions += text.length
  }

  async withShift(side: 'ShiftLeft' | 'ShiftRight', key: string, times = 1): Promise<void> {
    await this.page.keyboard.down(side)
    await this.press(key, times)
    await this.page.keyboard.up(side)
  }

  async goTo(place: string): Promise<void> {
    await this.press('Control+g')
    await this.page.getByLabel('Line number or time').fill(place)
    await this.press('Enter')
    await expect(this.page.getByLabel('Line number or time')).toHaveCount(0)
    await this.editor.timeline.focus()
  }

  async toLine(number: number): Promise<void> {
    await this.goTo(String(number))
    await expect(this.page.locator('.row-focused')).toHaveAttribute('aria-rowindex', String(number))
  }

  text(number: number) {
    return rowText(this.page, number)
  }

  line(number: number): Line {
    return this.lines[number - 1]!
  }

  /** The line is on the screen, with the times and the text that it must have. */
  async isRight(number: number): Promise<void> {
    const { start, end, text } = this.line(number)
    await expect(this.text(number)).toBeInViewport()
    await expect(this.text(number)).toHaveText(plainText(text))
    await expect
      .poll(() => this.editor.times(number), { message: `line ${number}` })
      .toEqual([formatTimecode(start), formatTimecode(end)])
  }

  async noDialog(): Promise<void> {
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await expect(this.page.getByRole('alert')).toHaveCount(0)
  }
}

async function openVideo(page: Page, url: string, folder: string): Promise<Work> {
  const client = await signIn(page, url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Film' })
  await page.goto(`${url}/lab/library/file/${folder_id}`)
  const library = new LibraryPage(page)
  await library.upload(makeVideo(join(folder, 'film.mp4')))
  await library.ready(240_000)
  const { list } = await client.ok('listVideos', { folder_id })
  await page.goto(`${url}/lab/pro/srt-edit?video=${list[0]!.video_id}`)
  const work = new Work(page, scriptLines())
  const script = { name: 'film.srt', mimeType: 'text/plain', buffer: Buffer.from(srtOf(work.lines)) }
  await page.getByTestId('subtitle-file').setInputFiles(script)
  await expect(page.getByRole('dialog')).toContainText(`${SCRIPTED} lines`)
  await page.keyboard.press('Enter')
  await work.editor.opened()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(SCRIPTED))
  return work
}

/** The last cues are timed while the video plays: each lasts as long as its key is held. */
async function spot(work: Work): Promise<void> {
  const { page } = work
  await work.goTo(formatTimecode(work.lines.at(-1)!.end + 1000))
  await work.press('Space')
  for (let n = 0; n < SPOTTED; n++) {
    await page.keyboard.down('n')
    await work.editor.playsOn(700)
    await page.keyboard.up('n')
    work.actions++
    await work.editor.playsOn(400)
  }
  await work.press('Space')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(ALL))
  for (let number = SCRIPTED + 1; number <= ALL; number++) {
    await work.toLine(number)
    await work.press('Enter')
    await work.type(`Spotted ${number}`)
    await work.press('Escape')
    const [start, end] = (await work.editor.times(number)).map((time) => parseTimecode(time)!)
    expect(end! - start!).toBeGreaterThan(200)
    expect(end! - start!).toBeLessThan(2000)
    expect(start!).toBeGreaterThanOrEqual(work.lines.at(-1)!.end)
    work.lines.push({ start: start!, end: end!, text: `Spotted ${number}` })
    await work.isRight(number)
  }
}

/** The correction of a cue, by its index in the round. */
const corrections: readonly ((work: Work, line: Line) => Promise<void>)[] = [
  async (work, line) => {
    await work.withShift('ShiftLeft', 'ArrowUp', 3)
    line.start += 30
  },
  async (work, line) => {
    await work.withShift('ShiftRight', 'ArrowLeft', 4)
    line.end -= 4
  },
  async (work, line) => {
    await work.press('Enter')
    await work.press('End')
    await work.type(' away')
    await work.press('Escape')
    line.text += ' away'
  },
  async (work, line) => {
    await work.press('c')
    line.start -= 100
  },
  async (work, line) => {
    await work.press('.')
    line.start += 40
  },
  async (work, line) => {
    await work.press('Control+ArrowRight', 2)
    line.start += 20
    line.end += 20
  },
]

/** Line after line by key, each checked as soon as it is done. */
async function correct(work: Work): Promise<void> {
  await work.toLine(1)
  for (let number = 1; number <= 12; number++) {
    await corrections[number % corrections.length]!(work, work.line(number))
    await work.isRight(number)
    await work.press('Alt+ArrowDown')
  }
  await work.noDialog()
}

/** Cues are split and merged; the rest of the video moves, to the playhead and by a number. */
async function restructure(work: Work): Promise<void> {
  const { page, lines } = work
  const count = (number: number) => expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(number))
  await work.toLine(40)
  await work.press('ArrowRight', 10)
  await work.press('/')
  await count(ALL + 1)
  await work.press('Control+z')
  await count(ALL)
  await work.isRight(40)

  await work.toLine(52)
  await work.press('m')
  const [first, second] = [work.line(52), work.line(53)]
  lines.splice(51, 2, { start: first.start, end: second.end, text: `${first.text} ${second.text}` })
  await count(ALL - 1)
  await work.isRight(52)

  await work.toLine(105)
  await work.press('ArrowRight', 5)
  await work.press('r')
  await expect.poll(async () => (await work.editor.times(105))[0]).toBe(formatTimecode(work.line(105).start + 200))
  await shiftFrom(work, 105, 200)
  await work.toLine(130)
  await work.press('t')
  await work.type('250')
  await work.press('Enter')
  await shiftFrom(work, 130, 250)
  await work.press('Control+z', 2)
  const last = work.lines.length
  await work.toLine(last)
  await expect.poll(async () => (await work.editor.times(last))[0]).toBe(formatTimecode(work.line(last).start - 450))
  await work.press('Control+Shift+z', 2)
  await work.toLine(last)
  await work.isRight(last)
  await work.toLine(130)
  await work.isRight(130)
  await work.noDialog()
}

async function shiftFrom(work: Work, number: number, deltaMs: number): Promise<void> {
  for (const line of work.lines.slice(number - 1)) {
    line.start += deltaMs
    line.end += deltaMs
  }
  await work.isRight(number)
  await work.toLine(work.lines.length)
  await work.isRight(work.lines.length)
}

/** After a reload: same cue, same text, and undo still works. */
async function comeBack(work: Work): Promise<void> {
  const { page, editor } = work
  await work.toLine(80)
  await editor.saved()
  await page.reload()
  await editor.opened()
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '80')
  await work.isRight(80)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await editor.timeline.focus()
}

async function style(work: Work): Promise<void> {
  const { page } = work
  const row = (number: number) => page.locator(`.row[aria-rowindex="${number}"] .row-number`)
  await work.toLine(81)
  await row(81).click()
  await row(84).click({ modifiers: ['Shift'] })
  await work.press('Control+i')
  for (let number = 81; number <= 84; number++) work.line(number).text = `<i>${work.line(number).text}</i>`
  for (let number = 81; number <= 84; number++) await work.isRight(number)
  await work.toLine(90)
  await work.press('Control+Alt+8')
  work.line(90).text = `{\\an8}${work.line(90).text}`
  await work.isRight(90)
  await expect(page.getByTestId('subtitle-canvas')).toHaveAttribute('data-drawn', 'text')
}

/** Overlaps and misspelt words of the whole video; findings are visited by key. */
async function check(work: Work): Promise<void> {
  const { page, lines } = work
  await work.press('Control+Shift+o')
  await expect(page.getByRole('dialog', { name: /lines would change/ })).toBeVisible()
  await work.press('Enter')
  await work.noDialog()
  lines.forEach((line, at) => {
    const next = lines[at + 1]
    if (next && line.end > next.start) line.end = next.start - 1
  })
  await work.toLine(25)
  await work.isRight(25)

  await work.press('Control+h')
  await work.type('teh')
  // No user moves to the next field before the first shows its text.
  await expect(page.getByRole('search').getByLabel('Find', { exact: true })).toHaveValue('teh')
  await page.getByLabel('Replace with').fill('the')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Replace in / })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await work.press('Escape')
  for (const line of lines) line.text = line.text.replaceAll('teh', 'the')
  await work.toLine(4)
  await work.isRight(4)
  await expect(page.locator('.pane-tabs').getByRole('tab', { name: /^Quality/ })).not.toContainText('…')
}

async function exported(page: Page): Promise<Line[]> {
  await menu(page, 'Export subtitles')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  const { cues } = readSrt(await readFile(await (await download).path(), 'utf8'), sequentialIds('c'))
  return cues.map(({ start, end, text }) => ({ start, end, text }))
}

test('a quarter of an hour of work on a film of 150 lines: spot, correct, style, check, export', async ({
  page,
  server,
  folder,
}) => {
  test.setTimeout(600_000)
  const work = await openVideo(page, server.url, folder)
  await test.step('spot', () => spot(work))
  await test.step('correct', () => correct(work))
  await test.step('divide, join and move', () => restructure(work))
  await test.step('come back', () => comeBack(work))
  await test.step('style', () => style(work))
  await test.step('check', () => check(work))
  await work.editor.saved()
  expect(await exported(page)).toEqual(work.lines)
  // Nothing was lost on the way to the server either.
  await page.reload()
  await work.editor.opened()
  expect(await exported(page)).toEqual(work.lines)
  expect(work.actions).toBeGreaterThan(150)
})
