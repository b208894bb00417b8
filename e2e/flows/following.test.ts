import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import {
  type EditorPage,
  enterText,
  isToolOn,
  newSample,
  openEditor,
  openSample,
  openVersion,
  rowText,
  switchTool,
} from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

/** Pixels from the left of the timeline to where the playhead is drawn. */
const playheadX = (page: Page): Promise<number> =>
  page.locator('.playhead').evaluate((head) => new DOMMatrix(getComputedStyle(head).transform).m41)

const focused = (page: Page) => page.locator('.row-focused')
const clock = (page: Page) => page.getByTestId('clock')

/** Where the line in focus begins in the list: 0 is its head, 1 its foot. */
const depthInList = async (page: Page): Promise<number> => {
  const [list, row] = [await page.locator('.rows-scroller').boundingBox(), await focused(page).boundingBox()]
  return (row!.y - list!.y) / list!.height
}

/** A line each second and a half, more of them than a list shows at once. */
const MANY = Array.from({ length: 26 }, (_, at) => {
  const time = (ms: number) =>
    `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')},${String(ms % 1000).padStart(3, '0')}`
  return `${at + 1}\n${time(at * 1500)} --> ${time(at * 1500 + 1200)}\nline number ${at + 1}\n`
}).join('\n')

/** More lines than there are rows on the page. */
async function openMany(page: Page, url: string): Promise<EditorPage> {
  const { client, place } = await newSample(page, url)
  const { file_id } = await client.ok('addVersion', { ...place, name: 'mine', language: 'en', content: MANY })
  const editor = await openEditor(page, url, { video: place.video_id, file: file_id })
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '26')
  return editor
}

async function isInView(editor: EditorPage, ms: number): Promise<boolean> {
  const x = await editor.xOf(ms)
  return x >= 0 && x <= (await editor.timeline.boundingBox())!.width
}

test('the timeline in windows of other sizes and scales; a split that is refused; a search that closes', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await test.step('the same stretch is shown, and a click goes to the time that is drawn there', async () => {
    const { timeline } = editor
    let playheadMs = 0
    for (const width of [1280, 2560, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // The whole video fills the window, whatever its width.
      await expect.poll(async () => Math.round(await editor.xOf(40_000))).toBe(width)
      const box = (await timeline.boundingBox())!
      await expect.poll(() => playheadX(page)).toBeCloseTo(await editor.xOf(playheadMs), 0)
      await page.mouse.click(box.x + width * 0.35, box.y + 40)
      await expect(clock(page)).toContainText('00:00:14,000')
      playheadMs = 14_000
    }
    await choose(page.getByLabel('Visible span'), '10s')
    await expect.poll(async () => Math.round((await editor.xOf(20_000)) - (await editor.xOf(10_000)))).toBe(1440)
  })
  await test.step('what the wheel makes of the scale is what the bar says', async () => {
    await choose(page.getByLabel('Visible span'), '10s')
    const box = (await editor.timeline.boundingBox())!
    await page.mouse.move(box.x + 400, box.y + 60)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 200)
    await page.keyboard.up('Control')
    await expect(page.getByLabel('Visible span')).toHaveAttribute('data-value', 'whole')
    await expect(page.locator('.zoom')).toHaveText('0.8')
  })
  await test.step('after all was replaced one Escape closes the search', async () => {
    await editor.timeline.focus()
    await page.keyboard.press('Control+h')
    await page.getByLabel('Find', { exact: true }).fill('the')
    await page.getByLabel('Replace with').fill('THE')
    await page.getByRole('button', { name: 'Replace all' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Replace in / })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The question gives the keyboard back.
    await expect(page.locator('.find-bar:focus-within')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator('.find-bar')).toHaveCount(0)
  })
  await test.step('a split with the playhead elsewhere is refused with what to do', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await switchTool(page, 'Go to a line when it is chosen')
    await page.locator('.row-number').nth(6).click()
    await editor.timeline.focus()
    await page.keyboard.press('/')
    await expect(page.getByText('The playhead is not in this line.')).toBeVisible()
    await expect(editor.rows).toHaveCount(10)
  })
})

test('going to a line shows it in timeline, list and picture; a version opens where it was left; switches stay', async ({
  page,
  server,
}) => {
  const editor = await openMany(page, server.url)
  await test.step('without going along the playhead stays, with playing the line is played', async () => {
    await switchTool(page, 'Go to a line when it is chosen')
    await page.locator('.row-number').nth(4).click()
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '5')
    await expect(clock(page)).toContainText('00:00:00,000')
    await switchTool(page, 'Play a line when it is chosen')
    await page.locator('.row-number').nth(6).click()
    await expect(clock(page)).toContainText('00:00:09')
    await expect.poll(() => page.evaluate(() => document.querySelector('video')!.paused)).toBe(false)
    await expect.poll(() => page.evaluate(() => document.querySelector('video')!.paused)).toBe(true)
    await expect(clock(page)).toContainText('00:00:10,199')
    // Switches are the person's: they are as they were after a reload.
    await page.reload()
    await editor.opened()
    expect(await isToolOn(page, 'Go to a line when it is chosen')).toBe(false)
    expect(await isToolOn(page, 'Play a line when it is chosen')).toBe(true)
    for (const name of ['Go to a line when it is chosen', 'Play a line when it is chosen']) await switchTool(page, name)
  })
  await test.step('by key, number, search, check and insertion', async () => {
    await choose(page.getByLabel('Visible span'), '10s')
    await editor.timeline.focus()
    await page.keyboard.press('Control+g')
    await page.keyboard.type('20')
    await page.keyboard.press('Enter')
    const arrived = async (line: number, ms: number): Promise<void> => {
      await expect(focused(page)).toHaveAttribute('aria-rowindex', String(line))
      await expect(focused(page)).toBeInViewport()
      await expect.poll(() => isInView(editor, ms)).toBe(true)
      await expect.poll(() => isInView(editor, ms + 1200)).toBe(true)
      await expect(clock(page)).toContainText(new Date(ms).toISOString().slice(11, 19))
    }
    await arrived(20, 28_500)
    // By number, with the list scrolled elsewhere by hand.
    await page.locator('.rows-scroller').hover()
    await page.mouse.wheel(0, -3000)
    await page.locator('.row[aria-rowindex="1"] .row-number').click()
    await arrived(1, 0)
    // Line by line, past the edge of the view.
    await editor.timeline.focus()
    for (let line = 0; line < 9; line++) await page.keyboard.press('Alt+ArrowDown')
    await arrived(10, 13_500)
    // What leaves the list at its foot comes to its head: the lines after it can be read.
    const depths: number[] = []
    for (let line = 11; line <= 19; line++) {
      await page.keyboard.press('Alt+ArrowDown')
      await arrived(line, (line - 1) * 1500)
      depths.push(await depthInList(page))
    }
    expect(Math.max(...depths)).toBeGreaterThan(0.7)
    expect(Math.min(...depths)).toBeLessThan(0.1)
    await page.keyboard.press('Control+f')
    await page.keyboard.type('number 24')
    await page.keyboard.press('Enter')
    await arrived(24, 34_500)
    await expect(page.locator('.found')).toHaveText(['number 24'])
    await expect(page.locator('.found-current')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator('.found')).toHaveCount(0)
    // A step that is taken back leads to its line.
    await (await enterText(page, 24)).fill('')
    await editor.timeline.focus()
    await page.keyboard.press('Control+g')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await arrived(2, 1500)
    await page.keyboard.press('F8')
    await arrived(24, 34_500)
  })
  await test.step('opened where it was left: line, zoom, place and playhead', async () => {
    await choose(page.getByLabel('Visible span'), '10s')
    await page.locator('.rows-scroller').hover()
    await page.mouse.wheel(0, 3000)
    await page.locator('.row[aria-rowindex="22"] .row-number').click()
    await expect(clock(page)).toContainText('00:00:31,500')
    const before = await editor.xOf(31_500)
    await page.reload()
    await editor.opened()
    await expect(focused(page)).toHaveAttribute('aria-rowindex', '22')
    await expect(focused(page)).toBeInViewport({ ratio: 0.95 })
    await expect(clock(page)).toContainText('00:00:31,500')
    await expect(page.getByLabel('Visible span')).toHaveAttribute('data-value', '10s')
    await expect.poll(() => editor.xOf(31_500)).toBeCloseTo(before, 0)
  })
})

test('a row that comes in a scroll is edited before the list rests; the line that is played is marked, the list goes along until somebody scrolls', async ({
  page,
  server,
}) => {
  const editor = await openMany(page, server.url)
  await test.step('rows that come in a scroll show their text at once', async () => {
    const scroller = page.locator('.rows-scroller')
    await scroller.hover()
    for (let step = 0; step < 20; step++) await page.mouse.wheel(0, 120)
    await enterText(page, 26)
    await page.keyboard.press('End')
    await page.keyboard.type(' typed')
    await expect(rowText(page, 26)).toHaveText('line number 26 typed')
    // The fields are those of one line, wherever the list is.
    await expect(page.locator('.rows textarea')).toHaveCount(1)
    await scroller.evaluate((list) => list.scrollTo(0, 0))
    await expect(rowText(page, 1)).toHaveText('line number 1')
    expect(await editor.times(1)).toEqual(['00:00:00,000', '00:00:01,200'])
  })
  await page.setViewportSize({ width: 1440, height: 560 })
  const playing = page.locator('.row-playing')
  await editor.timeline.focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('0:04,000')
  await page.keyboard.press('Enter')
  await expect(playing).toHaveAttribute('aria-rowindex', '3')
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  const playedTo = (seconds: number) =>
    page.waitForFunction((to) => document.querySelector('video')!.currentTime > to, seconds, { timeout: 60_000 })
  await playedTo(13)
  await expect(playing).toBeInViewport()
  expect(Number(await playing.getAttribute('aria-rowindex'))).toBeGreaterThan(7)
  // Scrolled by hand the list stays, while the video plays on.
  await page.locator('.rows-scroller').hover()
  await page.mouse.wheel(0, -3000)
  await expect(page.locator('.row[aria-rowindex="1"]')).toBeInViewport()
  await playedTo(20)
  await expect(page.locator('.row[aria-rowindex="1"]')).toBeInViewport()
  await page.keyboard.press('Space')
  await page.keyboard.press('a')
  await expect(focused(page)).toBeInViewport()
  expect(Number(await focused(page).getAttribute('aria-rowindex'))).toBeGreaterThan(12)
  // By its switch the list keeps what is played in its middle.
  await switchTool(page, 'Keep played line in the middle of the list')
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  await playedTo(23)
  const fromMiddle = () =>
    playing.evaluate((row) => {
      const [own, list] = [row, row.closest('.rows-scroller')!].map((part) => part.getBoundingClientRect())
      return Math.abs(own!.top + own!.height / 2 - list!.top - list!.height / 2)
    })
  await expect.poll(fromMiddle).toBeLessThan(30)
  await page.keyboard.press('Space')
})

test('lines only: what lies between lines is skipped', async ({ page, server }) => {
  const lines = `1
00:00:01,000 --> 00:00:02,000
one

2
00:00:31,000 --> 00:00:32,000
two
`
  const editor = await openVersion(page, server.url, lines, 2)
  await switchTool(page, 'Play lines only')
  await page.locator('.row-number').first().click()
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  // Half a minute is skipped; after the last line it stops.
  await expect(page.locator('.row-playing')).toHaveAttribute('aria-rowindex', '2', { timeout: 12_000 })
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.paused)).toBe(true)
  expect(await page.evaluate(() => document.querySelector('video')!.currentTime)).toBeLessThan(34)
})

test('lines that are longer than the video are told, and shown where it ends', async ({ page, server }) => {
  const lines = `1
00:00:01,000 --> 00:00:02,000
one

2
00:00:45,000 --> 00:00:47,000
after the end
`
  const editor = await openVersion(page, server.url, lines, 2)
  await expect(page.getByTestId('video-end')).toBeVisible()
  await page.getByRole('button', { name: '1 line ends after the file' }).click()
  await expect(focused(page)).toHaveAttribute('aria-rowindex', '2')
  await editor.typeTime('In time of line 2', '00:00:05,000')
  await page.keyboard.press('Enter')
  await editor.typeTime('Out time of line 2', '00:00:06,000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /after the video/ })).toHaveCount(0)
  expect(await editor.times(2)).toEqual(['00:00:05,000', '00:00:06,000'])
})

test('a row looks the same when its line becomes active, and the letters of its field are at the same places', async ({
  page,
  server,
}) => {
  const texts = [
    'Plain',
    'Two\nrows',
    '<i>Styled</i> and <b>bold</b>',
    'long text '.repeat(30).trim(),
    '这是一个比较长的中文字幕'.repeat(6),
    'مرحبا بالعالم',
  ]
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
  const lines = texts.map((text, at) => `${at + 1}\n${time(at * 900)} --> ${time(at * 900 + 800)}\n${text}\n`)
  const editor = await openVersion(page, server.url, lines.join('\n'), texts.length)
  await page.addStyleTag({
    content: `.row { background: none !important; box-shadow: none !important }
      .row-field:focus { border-color: transparent !important; background: none !important; caret-color: transparent }
      .row-field:focus { box-shadow: none !important }
      .field-alone .row-focused .row-lines { visibility: hidden }`,
  })
  const fieldAlone = (isAlone: boolean) =>
    page.evaluate((alone) => document.body.classList.toggle('field-alone', alone), isAlone)
  const shot = async (n: number): Promise<Buffer> => {
    await page.mouse.move(1, 1)
    return rowText(page, n).screenshot()
  }
  for (const [at, text] of texts.entries()) {
    const n = at + 1
    await editor.comeTo(n === 1 ? 2 : 1)
    const before = await shot(n)
    await editor.comeTo(n)
    expect((await shot(n)).equals(before), text).toBe(true)
    // The field shows tags and all of a longer text; letters that join lie at other fractions of a pixel.
    if (/[<م]/.test(text) || text.length > 60) continue
    await enterText(page, n)
    await fieldAlone(true)
    expect((await shot(n)).equals(before), text).toBe(true)
    await fieldAlone(false)
  }
})

test('a row’s tools lie beside its text, and a text that is cut says so', async ({ page, server }) => {
  const lines = `1
00:00:01,000 --> 00:00:03,000
The first row of a long text that fills all the room that there is for it
the second row
the third row

2
00:00:04,000 --> 00:00:05,000
short
`
  await openVersion(page, server.url, lines, 2)
  await page.locator('.row-number').nth(1).click()
  const text = rowText(page, 1)
  const room = await text.locator('.row-lines').evaluate((lines) => lines.scrollHeight - lines.clientHeight)
  expect(room).toBeGreaterThan(10)
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('.row').first().hover()
    const tools = page.locator('.row-tools')
    await expect(tools).toHaveCSS('opacity', '1')
    await expect(page.locator('.tip')).toContainText('the third row')
    const [toolsBox, textBox] = [(await tools.boundingBox())!, (await text.boundingBox())!]
    expect(toolsBox.x).toBeGreaterThanOrEqual(textBox.x + textBox.width - 1)
  }
  const field = await enterText(page, 1)
  await expect(page.locator('.row-tools')).toHaveCSS('opacity', '0')
  // All of it is in sight while the user is in it.
  expect(await field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(3)
})

test('nothing in the bars moves when something is saved; undo is there after a page that was left in the moment of the edit', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const editor = await openSample(page, server.url)
  await test.step('nothing in the bars moves or wraps when something is saved or the window is small', async () => {
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.editor-bar > *')].map((part) => Math.round(part.getBoundingClientRect().left)),
      )
    const before = await places()
    await (await enterText(page, 1)).fill('Another')
    expect(await places()).toEqual(before)
    await editor.saved()
    expect(await places()).toEqual(before)
    expect(await page.getByTestId('save-mark').evaluate((mark) => mark.scrollWidth - mark.clientWidth)).toBeLessThan(1)
    // One row of it is 25 pixels high.
    expect((await clock(page).boundingBox())!.height).toBeLessThan(30)
  })
  await test.step('undo is there after a page that was left in the moment of the edit', async () => {
    const text = rowText(page, 2)
    const kept = await text.innerText()
    await enterText(page, 2)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await page.reload()
    await editor.opened()
    await expect(text).toHaveText(`${kept} now`)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
    await editor.timeline.focus()
    await page.keyboard.press('Control+z')
    await expect(text).toHaveText(kept)
  })
})
