import { join } from 'node:path'
import { makeMediaFixtures } from '#tests/support/media-fixtures.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, rowText, signIn, uploadVideo } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'
import type { Page } from '@playwright/test'

const videos = makeMediaFixtures(join(import.meta.dirname, '..', '..'))

/** A video of four shot changes, uploaded and open in the editor with an empty version. */
async function openCuts(page: Page, url: string, name = 'cuts.mp4'): Promise<EditorPage> {
  await openBare(page, url, name)
  return startEmpty(page)
}

async function startEmpty(page: Page): Promise<EditorPage> {
  await page.getByRole('button', { name: 'Start with an empty version' }).click()
  const editor = new EditorPage(page)
  await editor.opened()
  return editor
}

/** A generated video on the editor's first screen: it has no version yet. */
async function openBare(page: Page, url: string, name: string): Promise<void> {
  const client = await signIn(page, url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Cuts' })
  const video = await uploadVideo(client, url, { folder_id, path: join(videos, name) })
  await page.goto(`${url}/lab/pro/srt-edit?video=${video}`)
}

/** Addresses of the decoder that the page fetched. */
function watchDecoder(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/ffmpeg-core.*\.wasm/.test(request.url())) fetched.push(request.url())
  })
  return fetched
}

async function seek(page: Page, editor: EditorPage, ms: number): Promise<void> {
  const { x } = await editor.at(ms)
  const box = (await editor.timeline.boundingBox())!
  await page.mouse.click(x, box.y + 10)
}

test('what the server computed of a video is shown without a decoder, which comes when somebody looks closely', async ({
  page,
  server,
}) => {
  const decoder = watchDecoder(page)
  const editor = await openCuts(page, server.url)
  expect(decoder).toEqual([])
  await expect(page.locator('.timeline-state')).toHaveText('')
  await choose(page.getByLabel('Visible span'), '10s')
  for (let step = 0; step < 30; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => decoder.length).toBe(1)
  // This browser has cached assets now: it opens again without the server's copies.
  await page.route('**/derived/**/{peaks.bin,strip.jpg,shot-changes.json}', (route) => route.abort())
  await page.reload()
  await editor.opened()
  expect(decoder).toHaveLength(1)
})

test('edges go to shot changes with one key, and say so where none is near; pictures step while a text is typed', async ({
  page,
  server,
}) => {
  const editor = await openCuts(page, server.url)
  await seek(page, editor, 2300)
  await editor.timeline.focus()
  await page.keyboard.press('n')
  await expect(editor.rows).toHaveCount(1)
  await editor.timeline.focus()
  await page.keyboard.press('[')
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:02,000')
  await seek(page, editor, 5000)
  await editor.timeline.focus()
  await page.keyboard.press('o')
  await page.keyboard.press(']')
  // Two frames before the cut at 4.48 seconds.
  await expect.poll(async () => (await editor.times(1))[1]).toBe('00:00:04,400')
  // The last cut is at 9.96 seconds.
  await seek(page, editor, 11_700)
  await editor.timeline.focus()
  await page.keyboard.press('o')
  await page.keyboard.press('Shift+BracketRight')
  await expect(page.getByText('No shot change near this time')).toBeVisible()
  await test.step('pictures step frame by frame also while a text is typed', async () => {
    const frame = async (): Promise<number> =>
      Number(/(\d+)\s*$/.exec((await page.locator('.clock-frame').textContent()) ?? '')?.[1])
    await enterText(page, 1)
    await page.keyboard.type('Hello')
    const before = await frame()
    await page.keyboard.press('Alt+Shift+Comma')
    await page.keyboard.press('Alt+Shift+Comma')
    await expect.poll(frame).toBe(before - 2)
    await page.keyboard.press('Alt+Shift+Period')
    await expect.poll(frame).toBe(before - 1)
    await expect(rowText(page, 1)).toHaveText('Hello')
  })
})

test('shot changes are added, moved and removed by hand, edges go to them, and they are there again after a reload', async ({
  page,
  server,
}) => {
  const editor = await openCuts(page, server.url)
  await seek(page, editor, 3400)
  await editor.timeline.focus()
  await page.keyboard.press('n')
  await expect(editor.rows).toHaveCount(1)
  const start = async (): Promise<string> => (await editor.times(1))[0]
  const toCut = async (): Promise<void> => {
    await editor.timeline.focus()
    await page.keyboard.press('Shift+BracketLeft')
  }
  await toCut()
  await expect(page.getByText('No shot change near this time')).toBeVisible()
  const box = (await editor.timeline.boundingBox())!
  const { x } = await editor.at(3200)
  await page.mouse.click(x, box.y + 60, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Add shot change here' }).click()
  const saved = page.waitForResponse((response) => response.url().endsWith('setshotchanges'))
  await toCut()
  await expect.poll(start).toMatch(/00:00:03,[12]/)
  await saved
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await toCut()
  await expect.poll(start).toMatch(/00:00:03,4/)
  await page.keyboard.press('Control+Shift+z')
  await page.waitForResponse((response) => response.url().endsWith('setshotchanges'))
  await page.reload()
  await editor.opened()
  await toCut()
  await expect.poll(start).toMatch(/00:00:03,[12]/)
  await page.mouse.click((await editor.at(3200)).x, box.y + 60, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Remove shot change' })).toBeVisible()
})

test('where nothing is computed yet the browser computes it, and gives it to the server', async ({ page, server }) => {
  await page.route('**/derived/**/{peaks.bin,strip.jpg,shot-changes.json}', (route) => route.abort())
  const decoder = watchDecoder(page)
  const kept: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('keepderived')) kept.push((request.postDataJSON() as { kind: string }).kind)
  })
  const editor = await openCuts(page, server.url)
  expect(decoder).toHaveLength(1)
  await expect.poll(() => kept).toEqual(['strip', 'peaks', 'shot_changes'])
  await seek(page, editor, 7300)
  await editor.timeline.focus()
  await page.keyboard.press('n')
  await editor.timeline.focus()
  await page.keyboard.press('[')
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:07,200')
})

test('a video that the browser can not read leaves the subtitles editable, and says what is the matter', async ({
  page,
  server,
}) => {
  await page.route('**/derived/**', (route) => route.abort())
  const editor = await openCuts(page, server.url)
  await expect(page.locator('.timeline-state')).toContainText('Can’t read the video any more')
  await editor.timeline.focus()
  await page.keyboard.press('n')
  await expect(editor.rows).toHaveCount(1)
  await editor.saved()
})

test('the original plays from this computer once its content was compared with the video', async ({ page, server }) => {
  const editor = await openCuts(page, server.url)
  const choose = async (name: string): Promise<void> =>
    page.getByTestId('local-original').setInputFiles(join(videos, name))
  await choose('long.mp4')
  await expect(page.getByText('This is not the file that was uploaded')).toBeVisible()
  await choose('words.mp4')
  await expect(page.getByText('This browser can’t read that file')).toBeVisible()
  await choose('cuts.mp4')
  await expect(page.getByTestId('video')).toHaveAttribute('src', /^blob:/)
  await editor.opened()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Play the prepared copy again' }).click()
  await expect(page.getByTestId('video')).toHaveAttribute('src', /^\/media\//)
})

test('a clip with its subtitles and the sound are made without the server, and can be ended', async ({
  page,
  server,
}) => {
  const editor = await openCuts(page, server.url)
  await seek(page, editor, 1000)
  await editor.timeline.focus()
  await page.keyboard.press('n')
  await (await enterText(page, 1)).fill('Hello')
  await editor.timeline.focus()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Make a file here' }).click()
  const dialog = page.getByRole('dialog')
  await noSeriousFault(page, '.export-dialog')
  await dialog.getByRole('button', { name: 'Make', exact: true }).click()
  const made = dialog.getByTestId('export-made')
  await expect(made.locator('video')).toBeVisible({ timeout: 120_000 })
  await expect.poll(() => made.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640)
  const download = page.waitForEvent('download')
  await made.getByText('Save').click()
  expect((await download).suggestedFilename()).toBe('cuts.mp4')
  await dialog.getByRole('button', { name: 'Make another' }).click()
  await choose(dialog.getByLabel('What to make'), 'sound')
  await choose(dialog.getByLabel('Which part'), 'whole')
  await dialog.getByRole('button', { name: 'Make', exact: true }).click()
  await expect(made.locator('audio')).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Make another' }).click()
  await choose(dialog.getByLabel('What to make'), 'clip')
  await dialog.getByRole('button', { name: 'Make', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('What to make')).toBeVisible()
})

test('subtitles inside a video become versions: on the first screen, in its menu and among the versions', async ({
  page,
  server,
}) => {
  await openBare(page, server.url, 'texts.mkv')
  const german = 'Subtitles in the video: German · SubRip · 2 lines'
  const chinese = 'Subtitles in the video: Chinese · ASS · 2 lines'
  const dialog = page.getByRole('dialog')
  const editor = new EditorPage(page)
  await page.getByRole('button', { name: german }).click()
  await expect(dialog.getByLabel('Language')).toHaveAttribute('data-value', 'de')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Manage versions' }).click()
  await dialog.getByRole('button', { name: 'Add version' }).click()
  await page.getByRole('menuitem', { name: chinese }).click()
  await expect(dialog.getByLabel('Language')).toHaveAttribute('data-value', 'zh_cn')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByLabel('Subtitle version')).toHaveText(/^2 · .* · Simplified Chinese/)
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await page.getByRole('menuitem', { name: german }).click()
  await expect(dialog).toContainText('2 lines (SRT)')
  await expect(dialog.getByLabel('Language')).toHaveAttribute('data-value', 'de')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(editor.rows).toHaveCount(2)
  expect(await editor.times(1)).toEqual(['00:00:01,000', '00:00:02,500'])
  await expect(rowText(page, 2)).toHaveText('你好')
})
