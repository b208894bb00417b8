import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { formatTimecode, parseTimecode } from '#core/subtitle/text/timecode.ts'
import { rolling } from '#tests/support/roll-up.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
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

const later = (time: string, ms: number): string => formatTimecode(parseTimecode(time)! + ms)

/** What the whole canvas shows. */
function picture(page: Page): Promise<string> {
  return page.getByTestId('timeline').evaluate((element) => element.querySelector('canvas')!.toDataURL())
}

/** The newest edits have gone from local storage to the database. */
const isInDatabase = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cuelane-edits '))))
    .toEqual([])

test('keys: palette, sheet, presets, own keys with their conflicts, and as a file', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toContainText('Left Shift+↑')
  // A dialog takes the keyboard once it has come.
  await expect(page.locator('.bp6-portal:focus-within')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('merge')
  await page.keyboard.press('Enter')
  await expect(editor.rows).toHaveCount(9)
  await menu(page, 'Change keys')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search by action or key').fill('merge with')
  await dialog.getByRole('button', { name: 'Add a key for Merge with next' }).click()
  await page.keyboard.press('s')
  await expect(dialog.getByRole('alert')).toHaveText('1 key has more than one action')
  await dialog.getByRole('button', { name: 'Remove S from Merge with next' }).click()
  await dialog.getByRole('button', { name: 'Add a key for Merge with next' }).click()
  await page.keyboard.press('Control+j')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await noSeriousFault(page, '[role=dialog]')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  await dialog.getByRole('button', { name: 'Reset to the preset' }).click()
  await choose(dialog.getByLabel('Preset'), 'Aegisub-like')
  await page
    .getByTestId('keys-file')
    .setInputFiles({ name: 'k.json', mimeType: 'text/plain', buffer: Buffer.from('{}') })
  await expect(page.getByText('This file has no key settings')).toBeVisible()
  await page
    .getByTestId('keys-file')
    .setInputFiles({ name: 'k.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await expect(dialog.getByLabel('Preset')).toHaveAttribute('data-value', 'cuelane')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await editor.timeline.focus()
  await page.keyboard.press('Control+j')
  await expect(editor.rows).toHaveCount(8)
})

test('keys struck before a dialog has come are not lost', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  // All in one go: no hand is faster.
  const strike = (keys: readonly string[]) =>
    page.evaluate((struck) => {
      for (const name of struck) {
        const ctrlKey = name.startsWith('Control+')
        const key = name.replace('Control+', '')
        const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
        const event = { key, code, ctrlKey, bubbles: true, cancelable: true }
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', event))
        document.activeElement!.dispatchEvent(new KeyboardEvent('keyup', event))
      }
    }, keys)
  await strike(['t', '2', '5', '1', 'Backspace', '0', 'Enter'])
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:01,050')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await editor.timeline.focus()
  await strike(['Control+k', ...'merge', 'Enter'])
  await expect(editor.rows).toHaveCount(9)
  await expect(page.locator('.bp6-omnibar')).toHaveCount(0)
  await editor.timeline.focus()
  await strike(['Control+k', ...'shift times', 'Enter', '5', '0', '0', 'Enter'])
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:01,550')

  // The focus moves after the first letter: the others still go to the field that had it.
  await page.evaluate(() => {
    const goOn = (): void => document.querySelector<HTMLElement>('[aria-label="Replace with"]')!.focus()
    addEventListener('input', goOn, { once: true })
  })
  await strike(['Control+h', ...'teh'])
  await expect(page.getByRole('search').getByLabel('Find', { exact: true })).toHaveValue('teh')
  await expect(page.getByLabel('Replace with')).toBeFocused()
  await expect(page.getByLabel('Replace with')).toHaveValue('')
})

test('an edit draws the track of lines alone; the menu of a line, by pointer and by key; several lines are nudged together', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await test.step('the same as if everything was drawn', async () => {
    await editor.timeline.focus()
    await page.keyboard.down('ShiftRight')
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown')
    await page.keyboard.up('ShiftRight')
    await page.keyboard.press('Alt+ArrowDown')
    await editor.drag(4100, 4300)
    await editor.saved()
    const alone = await picture(page)
    // A spectrogram that comes and goes has everything drawn again.
    await page.keyboard.press('v')
    await expect.poll(() => picture(page)).not.toBe(alone)
    await page.keyboard.press('v')
    await expect.poll(() => picture(page)).toBe(alone)
  })
  await test.step('the menu, and several lines', async () => {
    const before = await editor.times(2)
    const place = await editor.at(2000)
    await page.mouse.click(place.x, place.y, { button: 'right' })
    const entries = page.getByRole('menu', { name: 'Actions for the line' })
    await expect(entries.getByRole('menuitem', { name: /^Merge with next/ })).toContainText('M')
    await noSeriousFault(page, '[role=menu]')
    await entries.getByRole('menuitem', { name: /^Merge with next/ }).click()
    await expect(editor.rows).toHaveCount(9)
    await page.keyboard.press('Control+z')
    await expect(editor.rows).toHaveCount(10)
    const text = page.getByLabel('Text of line 1', { exact: true })
    await page.mouse.click(place.x, place.y, { button: 'right' })
    await entries.getByRole('menuitem', { name: /^Edit text/ }).click()
    await expect(entries).toHaveCount(0)
    await expect(text).toBeFocused()
    await editor.timeline.focus()
    await page.mouse.dblclick(place.x, place.y)
    await expect(text).toBeFocused()

    await page.locator('.row-number').nth(0).click()
    await page
      .locator('.row-number')
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await page.locator('.row-number').nth(1).click({ button: 'right' })
    const all = page.getByRole('menu', { name: 'Actions for 3 lines' })
    await expect(all).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
    await editor.timeline.focus()
    await page.keyboard.press('ContextMenu')
    await expect(all).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(all).toHaveCount(0)
    await editor.timeline.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('Control+ArrowRight')
    await expect.poll(async () => (await editor.times(2))[0]).toBe(later(before[0], 30))
    expect((await editor.times(2))[1]).toBe(later(before[1], 30))
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.times(2)).toEqual(before)
  })
})

test('timing keys: frames, around the edges, loop, shuttle, extend, hold, ranges', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
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
    for (let last = 0; video.currentTime >= last - 1; await new Promise(requestAnimationFrame)) last = video.currentTime
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

test('the timeline: follows, scrolls with a drag, shows overlaps in tracks, goes where the overview says', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
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

test('odd files open, say what is wrong with them, and can be repaired', async ({ page, server, folder }) => {
  await signIn(page, server.url)
  const file = join(folder, 'odd.srt')
  const lines = [
    '00:00:05,000 --> 00:00:09,000\nlate',
    '00:00:01,000 --> 00:00:06,000\nearly and too long',
    '00:00:07,000 --> 00:00:07,000\nno length',
    '00:00:08,000 --> 00:00:08,500\n ',
    '99:59:58,000 --> 100:00:01,000\nafter four days',
  ]
  await writeFile(file, lines.map((line, at) => `${at + 1}\n${line}\n`).join('\n'))
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(file)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const editor = new EditorPage(page)
  await expect(editor.rows).toHaveCount(5)
  await expect(page.getByText('No video is open')).toBeVisible()
  await expect(page.locator('.row-faulty')).toHaveCount(3)
  expect(await editor.times(5)).toEqual(['99:59:58,000', '100:00:01,000'])
  await editor.timeline.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sort lines')
  await page.keyboard.press('Enter')
  await expect(rowText(page, 1)).toHaveText('early and too long')
  await editor.timeline.focus()
  await page.keyboard.press('Control+Shift+O')
  await expect(page.getByRole('dialog')).toContainText('would change')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [, out] = await editor.times(1)
  const [next] = await editor.times(2)
  expect(out < next).toBe(true)
  await editor.typeTime('Out time of line 5', '100:00:02,500')
  await page.keyboard.press('Enter')
  expect((await editor.times(5))[1]).toBe('100:00:02,500')
  // Without a video the playhead is a clock.
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('clock')).not.toContainText(/^00:00:00/)
  await page.keyboard.press('Space')
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
