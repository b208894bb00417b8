import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { rolling } from '#tests/support/roll-up.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, menu, openSample, rowText, signIn } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const WIDE =
  '\ufeff1\n00:00:01,000 --> 00:00:02,500\nÇa va, mon été à Orléans\n\n2\n00:00:03,000 --> 00:00:04,000\nDéjà vu\n'

/** How many colours the waveform's track shows. */
function colours(page: Page): Promise<number> {
  return page.getByTestId('timeline').evaluate((element) => {
    const canvas = element.querySelector('canvas')!
    const copy = new OffscreenCanvas(canvas.width, 60).getContext('2d')!
    copy.drawImage(canvas, 0, -110)
    const { data } = copy.getImageData(0, 0, canvas.width, 60)
    const seen = new Set<number>()
    for (let at = 0; at < data.length; at += 4) seen.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
    return seen.size
  })
}

/** Pixels of the timeline's waveform that are not its ground. */
function loudPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=timeline] canvas')!
    const copy = document.createElement('canvas')
    copy.width = canvas.width
    copy.height = 84
    const context = copy.getContext('2d')!
    context.drawImage(canvas, 0, -94)
    const { data } = context.getImageData(0, 0, copy.width, copy.height)
    const ground = data.slice(0, 3).join()
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (data.slice(at, at + 3).join() !== ground) count++
    return count
  })
}

/** The newest edits have gone from local storage to the database. */
const isInDatabase = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cuelane-edits '))))
    .toEqual([])

test('the timeline: keys for frames, edges, loop, shuttle, ranges; what it shows, how high the sound is, where it goes', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await test.step('the waveform’s height', async () => {
    const place = await editor.at(5000)
    const loud = await loudPixels(page)
    await editor.timeline.focus()
    await page.keyboard.press('Alt+=')
    await page.keyboard.press('Alt+=')
    await expect.poll(() => loudPixels(page)).toBeGreaterThan(loud)
    await page.mouse.move(place.x, place.y - 60)
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, 300)
    await page.keyboard.up('Alt')
    await expect.poll(() => loudPixels(page)).toBeLessThanOrEqual(loud)
    await page.keyboard.press('Alt+0')
    await expect.poll(() => loudPixels(page)).toBe(loud)
  })
  await test.step('timing keys: frames, around the edges, loop, shuttle, extend, hold, ranges', async () => {
    const time = () => page.evaluate(() => document.querySelector('video')!.currentTime * 1000)
    const idle = () => page.waitForFunction(() => document.querySelector('video')!.paused)
    await editor.timeline.focus()
    await page.keyboard.press('End')
    expect(await time()).toBeCloseTo(3015, 0)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByTestId('clock')).toContainText('frame 76')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByTestId('clock')).toContainText('frame 75')
    // Faster than the video can show them: none is dropped.
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft')
    await expect(page.getByTestId('clock')).toContainText('00:00:03,000')
    await page.keyboard.press('e')
    await idle()
    expect(await time()).toBeGreaterThanOrEqual(1290)
    expect(await time()).toBeLessThan(1700)
    await page.keyboard.press('Shift+S')
    // At its end the line begins again.
    await page.evaluate(async () => {
      const video = document.querySelector('video')!
      for (let last = 0; video.currentTime >= last - 1; await new Promise(requestAnimationFrame))
        last = video.currentTime
    })
    expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(false)
    expect(await time()).toBeLessThan(3100)
    await page.keyboard.press('k')
    await idle()
    await page.keyboard.press('j')
    const before = await time()
    await expect.poll(time).toBeLessThan(before - 50)
    await page.keyboard.press('k')

    await page.keyboard.press('Control+]')
    expect((await editor.times(1))[1]).toBe('00:00:03,914')
    await page.keyboard.press('.')
    expect((await editor.times(1))[0]).toBe('00:00:00,840')
    await page.keyboard.press('Shift+,')
    expect((await editor.times(1))[1]).toBe('00:00:03,880')

    // A stretch that is marked with Shift: all lines in it move together.
    const from = await editor.at(15_000)
    const to = await editor.at(27_000)
    await page.keyboard.down('Shift')
    await page.mouse.move(from.x, from.y - 60)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y - 60, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(page.getByTestId('range')).toBeVisible()
    await editor.timeline.focus()
    await page.keyboard.press('t')
    await expect(page.getByLabel('Which lines')).toHaveAttribute('data-value', 'range')
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 lines moved')).toBeVisible()
    expect((await editor.times(5))[0]).toBe('00:00:15,810')
    expect((await editor.times(8))[0]).toBe('00:00:27,350')
  })
  await test.step('follows, scrolls with a drag, shows overlaps in tracks, goes where the overview says', async () => {
    await choose(page.getByLabel('Visible span'), '10s')
    const x = (ms: number) => editor.xOf(ms)
    const map = (await page.getByTestId('minimap').boundingBox())!
    await page.mouse.click(map.x + map.width * 0.8, map.y + 5)
    await expect.poll(() => x(30_000)).toBeGreaterThan(400)
    // The last line is dragged to the right and takes the view along.
    const start = await x(0)
    const from = await editor.at(36_000)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(1436, from.y, { steps: 6 })
    await expect.poll(() => x(0)).toBeLessThan(start - 200)
    // Until the pointer is so far on that the line has come to the end of the video.
    await expect.poll(() => x(38_800)).toBeLessThan(1430)
    await page.mouse.up()
    expect((await editor.times(10))[1]).toBe('00:00:40,000')
    // The overview shows it without another move of the pointer.
    const isLastPainted = (canvas: HTMLCanvasElement): boolean =>
      canvas.getContext('2d')!.getImageData(canvas.width - 2, 7, 1, 1).data[3]! > 0
    await expect.poll(() => page.locator('.minimap canvas').first().evaluate(isLastPainted)).toBe(true)
    // Frequencies are decoded where the user looks.
    await page.getByRole('button', { name: 'Spectrogram' }).click()
    await expect.poll(() => colours(page)).toBeGreaterThan(40)
    await editor.timeline.focus()
    await page.keyboard.press('f')
    await page.locator('.row-number').first().dblclick()
    await editor.timeline.focus()
    await page.keyboard.press('Space')
    await editor.playsOn(1000)
    await page.keyboard.press('Space')
    await expect.poll(() => x(0)).toBeGreaterThan(-300)
  })
})

test('undo is still there after a reload; a link leads to a line; one that leads nowhere says so and leads back', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const editor = await openSample(page, server.url)
  await (await enterText(page, 4)).fill('Another text')
  await editor.timeline.focus()
  await page.keyboard.press('m')
  await expect(editor.rows).toHaveCount(9)
  await editor.saved()
  await isInDatabase(page)
  await page.reload()
  await editor.opened()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
  await page.keyboard.press('Control+z')
  await expect(rowText(page, 4)).toHaveText(/^My father/)
  await page.locator('.row-number').nth(6).click()
  await menu(page, 'Copy link to line')
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`${address}&t=25.5`)
  await editor.opened()
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '7')
  await expect(page.getByTestId('clock')).toContainText('00:00:25,500')
  await test.step('lines are cut and pasted from the menu of a line', async () => {
    await page.locator('.row-number').nth(2).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Cut lines' }).click()
    await expect(editor.rows).toHaveCount(9)
    const cut = await page.evaluate(() => navigator.clipboard.readText())
    expect(cut).toContain('-->')
    await page.evaluate(() => (document.querySelector('video')!.currentTime = 8.055))
    await expect(page.getByTestId('clock')).toContainText('00:00:08,0')
    await page.locator('.row-number').nth(0).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Paste lines at the playhead' }).click()
    await expect(editor.rows).toHaveCount(10)
    await editor.saved()
  })
  await test.step('an address that leads nowhere', async () => {
    const address = page.url().split('&')[0]!
    await page.goto(`${address}&file=nothing`)
    await expect(page.getByRole('heading', { name: 'This version does not exist or is not yours' })).toBeVisible()
    await page.route('**/admin/file.video/**', (route) => route.abort())
    // A page whose live events are connected reads again without a click.
    await page.route('**/user.info/events', (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('heading', { name: /^The server can’t be reached/ })).toBeVisible()
    await page.unroute('**/admin/file.video/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await new EditorPage(page).opened()
  })
})

test('files of this computer are edited without a server: opened, kept, written back', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/lab/library`)
  const subtitle = join(folder, 'mine.vtt')
  await writeFile(subtitle, 'WEBVTT\n\nNOTE kept\n\n00:01.000 --> 00:02.000 line:10%\nHello there\n')
  await page.getByRole('link', { name: 'Edit local files' }).click()
  await page.getByTestId('local-files').setInputFiles(subtitle)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(new EditorPage(page).rows).toHaveCount(1)
  await (await enterText(page, 1)).fill('{\\an8}Hello you')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
  await isInDatabase(page)
  await page.reload()
  await page.getByTestId('local-files').setInputFiles(subtitle)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('{\\an8}Hello you')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('mine.vtt')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('NOTE kept')
  expect(text).toContain('line:10%\nHello you')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
})

test('the list of videos, subtitle files in and out, panes and the tour', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  const videos = page.getByRole('navigation', { name: 'Videos of the folder' })
  await expect(videos).toContainText('1 video')
  await videos.getByRole('button', { name: 'List' }).click()
  await videos.getByLabel('Search videos').fill('nothing like it')
  await expect(videos).toContainText('No data')
  await page.getByRole('button', { name: 'List of videos' }).click()
  await expect(videos).toHaveCount(0)

  const wide = (await page.getByTestId('video').boundingBox())!.width
  await page.getByRole('separator').last().focus()
  const edge = page.locator('.pane-edge').last()
  const box = (await edge.boundingBox())!
  await page.mouse.move(box.x + 2, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x - 150, box.y + 100, { steps: 4 })
  await page.mouse.up()
  // The layout follows with the next frame.
  await expect.poll(async () => (await page.getByTestId('video').boundingBox())!.width).toBeGreaterThan(wide + 100)

  await page.getByTestId('subtitle-file').setInputFiles({
    name: 'wide.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from(WIDE, 'utf16le'),
  })
  await page.getByRole('dialog', { name: 'Import wide.srt' }).getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(2)
  await expect(rowText(page, 2)).toHaveText('Déjà vu')
  // An old encoding is a guess: the person sees what it gives.
  await page.getByTestId('subtitle-file').setInputFiles({
    name: 'old.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,500\nDéjà vu, là-bas\n', 'latin1'),
  })
  const encoding = page.getByRole('dialog', { name: 'Import old.srt' })
  await choose(encoding.getByLabel('Encoding', { exact: true }), 'windows-1252')
  await expect(encoding).toContainText('Déjà vu, là-bas')
  await encoding.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(1)
  await expect(rowText(page, 1)).toHaveText('Déjà vu, là-bas')
  // Roll-up captions are unrolled on import unless the user declines.
  const captions = {
    name: 'auto.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(rolling(['one two', 'three', 'four five', 'six'], 'youtube')),
  }
  const rollUp = page.getByRole('dialog', { name: 'Import auto.vtt' })
  await page.getByTestId('subtitle-file').setInputFiles(captions)
  await expect(rollUp).toContainText('8 lines become 4')
  await rollUp.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(4)
  await expect(rowText(page, 3)).toHaveText('four five')
  await page.getByTestId('subtitle-file').setInputFiles(captions)
  await rollUp.getByLabel('Show each row once').uncheck({ force: true })
  await rollUp.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(8)
  await expect(rowText(page, 1)).toHaveText('one two')
  await choose(page.getByLabel('Subtitle version'), { index: 1 })
  await expect(editor.rows).toHaveCount(2)
  await menu(page, 'Export subtitles')
  await choose(page.getByLabel('Format'), 'TTML (.ttml)')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('Ça va, mon été')

  await menu(page, 'About')
  await expect(page.getByRole('dialog', { name: 'About' })).toContainText('Timeline renderer')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('cuelane-tour'))
  await menu(page, 'How to use')
  await expect(page.locator('.driver-popover')).toBeVisible()
  await expect(page.locator('.driver-popover-title')).toHaveCSS('font-family', /^"?Inter/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cuelane-tour'))).toBe('seen')
})
