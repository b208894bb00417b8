import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { addVersion, EditorPage, openSample, signUp, SPANISH } from '../pages/app.ts'

const WIDE =
  '\ufeff1\n00:00:01,000 --> 00:00:02,500\nÇa va, mon été à Orléans\n\n2\n00:00:03,000 --> 00:00:04,000\nDéjà vu\n'

/** How many colours the waveform's lane shows. */
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

/** Sample with a Spanish version beside the English one. */
async function openTwo(page: Page, url: string): Promise<{ editor: EditorPage; spanish: string }> {
  const editor = await openSample(page, url)
  const spanish = await addVersion(page, SPANISH, 'es')
  await page.reload()
  await editor.opened()
  return { editor, spanish }
}

/** Times of a version's lines as the server has them. */
function timesOf(page: Page, fileId: string): Promise<string[]> {
  return page.evaluate(async (file) => {
    const { token } = JSON.parse(localStorage.getItem('access_token')!) as { token: string }
    const answer = await fetch(`/admin/file.srt/fileinfo?file_id=${file}`, { headers: { token } })
    const { data } = (await answer.json()) as { data: { subtitle_txt: { time: string }[] } }
    return data.subtitle_txt.map(({ time }) => time)
  }, fileId)
}

const menu = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('speakers: added with a picture, given to lines, renamed, coloured, copied from another version, deleted', async ({
  page,
  server,
}) => {
  const { editor, spanish } = await openTwo(page, server.url)
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Speakers' })
  await expect(panel).toContainText('No speakers yet')
  await panel.getByRole('button', { name: 'Add speaker' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please enter a name for the speaker')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Marta')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } })
  await page.getByTestId('avatar-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByAltText('Picture 1')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.locator('img')).toHaveJSProperty('naturalWidth', 240)

  await page.locator('.row-number').nth(0).click()
  await page
    .locator('.row-number')
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await panel.getByRole('button', { name: 'Give Marta to the selected lines (3)' }).click()
  await expect(page.locator('.row-role-name').filter({ hasText: 'Marta' })).toHaveCount(3)
  await expect(panel.getByTestId('role-state')).toHaveText('tagging')
  await panel.getByText('Marta', { exact: true }).dblclick()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await expect(page.locator('.row-role-name').filter({ hasText: 'Ana' })).toHaveCount(3)
  await editor.saved()
  await noSeriousFault(page)

  await page.getByLabel('Subtitle version').selectOption(spanish)
  await expect(editor.rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
  await panel.getByRole('button', { name: 'Copy speakers from another version' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toContainText('3 lines get other speakers; 0 of them have some now')
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(panel.getByTestId('role-state')).toHaveText('tagged')
  await editor.saved()
  await panel.getByRole('button', { name: 'Actions for Ana' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByTestId('role-state')).toHaveText('untagged')
  await editor.saved()
})

test('a shift moves all chosen versions or none, and one undo takes it back everywhere', async ({ page, server }) => {
  const { editor, spanish } = await openTwo(page, server.url)
  const stored = async () => (await timesOf(page, spanish))[0]
  await editor.timeline.focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Which lines').selectOption('All lines')
  await dialog.getByText('Spanish').click()
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByLabel('By').fill('-850')
  await expect(dialog.getByText('line 1 would start before the film')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Move/ })).toBeDisabled()
  await dialog.getByLabel('By').fill('1234')
  await noSeriousFault(page)
  await dialog.getByRole('button', { name: 'Move 13 lines' }).click()
  expect((await editor.times(1))[0]).toBe('00:00:02,034')
  await expect.poll(stored).toBe('00:00:02,134 --> 00:00:04,334')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  expect((await editor.times(1))[0]).toBe('00:00:00,800')
  await expect.poll(stored).toBe('00:00:00,900 --> 00:00:03,100')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toBe('00:00:02,134 --> 00:00:04,334')
})

test('find goes from match to match; replace shows what it would do, over all versions, with one undo', async ({
  page,
  server,
}) => {
  const { editor } = await openTwo(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Control+h')
  await page.getByLabel('Find', { exact: true }).fill('water')
  await page.keyboard.press('Enter')
  await expect(page.locator('.find-count')).toHaveText('1 of 1')
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')
  await page.getByLabel('Regular expression').click()
  await page.getByLabel('Find', { exact: true }).fill('(')
  await expect(page.locator('.find-count')).toHaveText('This is no valid pattern')
  await page.getByLabel('Find', { exact: true }).fill('\\b(\\w)ater')
  await page.getByLabel('Replace with').fill('$1aves')
  await page.getByLabel('Where').selectOption('All versions of the video')
  await page.getByRole('button', { name: 'Replace all' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Replace in 2 lines, with 1 other versions?')
  const text = page.getByLabel('Text of line 3', { exact: true })
  await expect(text).toHaveValue('How long have you been working on the waves?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveValue('How long have you been working on the water?')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await question.getByRole('button', { name: 'Replace all' }).click()
  await expect(text).toHaveValue('How long have you been working on the waves?')
  await page.getByLabel('Find', { exact: true }).press('Escape')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('How long have you been working on the water?')

  // Figures follow the text, rows are balanced by the profile.
  const long = 'They want to know about the weather and the price of fish and of the boats.'
  await page.getByLabel('Text of line 6', { exact: true }).fill(long)
  await expect(page.locator('.row').nth(5).locator('.row-figure-off')).not.toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(page.getByLabel('Text of line 6', { exact: true })).toHaveValue(/^.{30,42}\n.{30,42}$/)
  await page.getByLabel('Text of line 6', { exact: true }).evaluate((field: HTMLTextAreaElement) => {
    field.setSelectionRange(9, 9)
  })
  await page.keyboard.press('Control+Enter')
  await expect(editor.rows).toHaveCount(11)
  await expect(page.getByLabel('Text of line 6', { exact: true })).toHaveValue('They want')
})

test('two versions are compared side by side; differences are taken one by one', async ({ page, server }) => {
  const { editor } = await openTwo(page, server.url)
  await menu(page, 'Compare versions')
  const panel = page.getByRole('region', { name: 'Compare versions' })
  await panel.getByLabel('Compare with').selectOption({ index: 1 })
  const items = panel.getByRole('listitem')
  await expect(items).toHaveCount(9)
  await expect(page.locator('.row-beside').first()).toHaveText('Buenos días y bienvenidos al puerto.')
  await noSeriousFault(page)
  await panel.getByRole('button', { name: 'Take theirs for line 1', exact: true }).click()
  await expect(items).toHaveCount(8)
  expect(await editor.times(1)).toEqual(['00:00:00,900', '00:00:03,100'])
  await panel.getByRole('button', { name: 'Keep mine for line 2', exact: true }).click()
  await expect(items).toHaveCount(7)
  await panel.getByRole('button', { name: 'Take all' }).click()
  await expect(editor.rows).toHaveCount(3)
  await expect(page.getByLabel('Text of line 2', { exact: true })).toHaveValue(/^The first boats/)
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
})

test('a version beside keeps in step: splits and merges go there too, and one undo takes both back', async ({
  page,
  server,
}) => {
  const { editor, spanish } = await openTwo(page, server.url)
  await page.getByLabel('Original', { exact: true }).selectOption(spanish)
  const beside = page.locator('.row-beside')
  const first = 'Buenos días y bienvenidos al puerto.'
  await expect(beside.first()).toHaveText(first)
  await page.getByLabel('Text of line 1', { exact: true }).click()
  await editor.timeline.focus()
  await page.keyboard.press('/')
  await expect(editor.rows).toHaveCount(11)
  await expect(beside.nth(0)).toHaveText('Buenos días y')
  await expect(beside.nth(1)).toHaveText('bienvenidos al puerto.')
  await page.keyboard.press('Control+z')
  await expect(beside.first()).toHaveText(first)
  await page.keyboard.press('m')
  await expect(beside.first()).toHaveText(`${first} Los primeros barcos salen antes del sol.`)
  const stored = () => timesOf(page, spanish)
  await expect.poll(stored).toHaveLength(2)
  // Not in step: the other version stays as it is, and its text stays with the line that shares most time with it.
  await page.getByRole('button', { name: 'Split and merge the original too' }).click()
  await editor.timeline.focus()
  await page.keyboard.press('m')
  await expect(editor.rows).toHaveCount(8)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
  await expect.poll(stored).toHaveLength(3)
})

test('keys: palette, sheet, presets, own keys with their conflicts, and as a file', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toContainText('Left Shift+↑')
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
  await noSeriousFault(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  await dialog.getByRole('button', { name: 'Reset to the preset' }).click()
  await dialog.getByLabel('Preset').selectOption('Aegisub-like')
  await page
    .getByTestId('keys-file')
    .setInputFiles({ name: 'k.json', mimeType: 'text/plain', buffer: Buffer.from('{}') })
  await expect(page.getByText('This is no file of keys')).toBeVisible()
  await page
    .getByTestId('keys-file')
    .setInputFiles({ name: 'k.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await expect(dialog.getByLabel('Preset')).toHaveValue('cuelane')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await editor.timeline.focus()
  await page.keyboard.press('Control+j')
  await expect(editor.rows).toHaveCount(8)
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
  await page.keyboard.press('e')
  await idle()
  expect(await time()).toBeGreaterThanOrEqual(1290)
  expect(await time()).toBeLessThan(1700)
  await page.keyboard.press('Shift+S')
  await page.waitForTimeout(2600)
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
  await expect(page.getByLabel('Which lines')).toHaveValue('range')
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 lines moved')).toBeVisible()
  expect((await editor.times(5))[0]).toBe('00:00:15,810')
  expect((await editor.times(8))[0]).toBe('00:00:27,350')
})

test('the timeline: follows, scrolls with a drag, shows overlaps in lanes, goes where the overview says', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await page.getByLabel('Visible span').selectOption('10s')
  const x = (ms: number) =>
    editor.timeline.evaluate(
      (element, time) => (element as unknown as { timeToX(ms: number): number }).timeToX(time),
      ms,
    )
  const map = (await page.getByTestId('minimap').boundingBox())!
  await page.mouse.click(map.x + map.width * 0.75, map.y + 5)
  await expect.poll(() => x(30_000)).toBeGreaterThan(500)
  // The last line is dragged to the right and takes the view along.
  const start = await x(0)
  const from = await editor.at(36_000)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(1436, from.y, { steps: 6 })
  await expect.poll(() => x(0)).toBeLessThan(start - 200)
  await page.mouse.up()
  expect((await editor.times(10))[1]).toBe('00:00:40,000')
  // Frequencies are decoded where somebody looks.
  await page.getByRole('button', { name: 'Spectrogram' }).click()
  await expect.poll(() => colours(page)).toBeGreaterThan(40)
  await page.getByLabel('How the view follows the playhead').selectOption('Playhead centred')
  await page.locator('.row-number').first().dblclick()
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  await page.waitForTimeout(1500)
  await page.keyboard.press('Space')
  await expect.poll(() => x(0)).toBeGreaterThan(-300)
})

test('undo is still there after a reload; a link leads to a line', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const editor = await openSample(page, server.url)
  await page.getByLabel('Text of line 4', { exact: true }).fill('Another text')
  await editor.timeline.focus()
  await page.keyboard.press('m')
  await expect(editor.rows).toHaveCount(9)
  await editor.saved()
  await page.waitForTimeout(1200)
  await page.reload()
  await editor.opened()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Text of line 4', { exact: true })).toHaveValue(/^My father/)
  await page.locator('.row-number').nth(6).click()
  await menu(page, 'Copy link to line')
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`${address}&t=25.5`)
  await editor.opened()
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '7')
  await expect(page.getByTestId('clock')).toContainText('00:00:25,500')
})

test('files of this computer are edited without a server: opened, kept, written back', async ({
  page,
  server,
  folder,
}) => {
  await signUp(page, server.url)
  const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
  const subtitle = join(folder, 'mine.vtt')
  await writeFile(subtitle, 'WEBVTT\n\nNOTE kept\n\n00:01.000 --> 00:02.000 line:10%\nHello there\n')
  await page.getByRole('link', { name: 'Edit local files' }).click()
  await page.getByTestId('local-files').setInputFiles([sample, subtitle])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const editor = new EditorPage(page)
  await editor.opened()
  await expect(editor.rows).toHaveCount(1)
  await page.getByLabel('Text of line 1', { exact: true }).fill('Hello you')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
  await page.waitForTimeout(1200)
  await page.reload()
  await page.getByTestId('local-files').setInputFiles([sample, subtitle])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('Hello you')
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
  await signUp(page, server.url)
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
  await expect(page.getByText('No film is open')).toBeVisible()
  await expect(page.locator('.row-faulty')).toHaveCount(3)
  expect(await editor.times(5)).toEqual(['99:59:58,000', '100:00:01,000'])
  await editor.timeline.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sort lines')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('early and too long')
  await editor.timeline.focus()
  await page.keyboard.press('Control+Shift+O')
  await expect(page.getByRole('dialog')).toContainText('would change')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [, out] = await editor.times(1)
  const [next] = await editor.times(2)
  expect(out < next).toBe(true)
  await page.getByLabel('Out time of line 5', { exact: true }).fill('100:00:02,500')
  await page.keyboard.press('Enter')
  expect((await editor.times(5))[1]).toBe('100:00:02,500')
  // Without a film the playhead is a clock of its own.
  await editor.timeline.focus()
  await page.keyboard.press('Space')
  await expect(page.getByTestId('clock')).not.toContainText(/^00:00:00/)
  await page.keyboard.press('Space')
})

test('the list of films, subtitle files in and out, panes and the tour', async ({ page, server }) => {
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
  expect((await page.getByTestId('video').boundingBox())!.width).toBeGreaterThan(wide + 100)

  await page.getByTestId('subtitle-file').setInputFiles({
    name: 'wide.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from(WIDE, 'utf16le'),
  })
  await expect(editor.rows).toHaveCount(2)
  await expect(page.getByLabel('Text of line 2', { exact: true })).toHaveValue('Déjà vu')
  // An old encoding is a guess: the person sees what it gives.
  await page.getByTestId('subtitle-file').setInputFiles({
    name: 'old.srt',
    mimeType: 'text/plain',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,500\nDéjà vu, là-bas\n', 'latin1'),
  })
  const encoding = page.getByRole('dialog', { name: 'Encoding of old.srt' })
  await encoding.getByLabel('Encoding', { exact: true }).selectOption('windows-1252')
  await expect(encoding).toContainText('Déjà vu, là-bas')
  await encoding.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(1)
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('Déjà vu, là-bas')
  await page.getByLabel('Subtitle version').selectOption({ index: 1 })
  await expect(editor.rows).toHaveCount(2)
  await menu(page, 'Export subtitles')
  await page.getByLabel('Format').selectOption('TTML (.ttml)')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('Ça va, mon été')

  await menu(page, 'About')
  await expect(page.getByRole('dialog')).toContainText('Timeline drawn by')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('cuelane-tour'))
  await menu(page, 'How to use')
  await expect(page.locator('.driver-popover')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cuelane-tour'))).toBe('seen')
})
