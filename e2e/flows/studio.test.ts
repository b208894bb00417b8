import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { smallVideo } from '#tests/support/small-video.ts'
import { signIn, signUp, uploadVideo } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const lines = (text: string): string => `1\n00:00:00,200 --> 00:00:01,800\n${text}\n`

test('a folder: episodes uploaded with their subtitles, a batch priced and run, its matrix, a result compared, the zip', async ({
  page,
  server,
  folder,
}) => {
  await signUp(page, server.url)
  const files: string[] = []
  for (const name of ['Episode 1', 'Episode 2']) {
    const video = join(folder, `${name}.mp4`)
    const source = `testsrc2=size=320x180:rate=10:duration=2`
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', video])
    files.push(video, join(folder, `${name}.en.srt`))
    await writeFile(join(folder, `${name}.en.srt`), lines(`The boats of ${name} leave in the morning.`))
  }
  await page.goto(`${server.url}/lab/pro`)
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByLabel('Folder name').fill('Harbour, season 1')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()
  await page.getByTestId('pro-files').setInputFiles(files)
  await expect(page.locator('.pro-video-row')).toHaveCount(2, { timeout: 60_000 })
  await expect(page.locator('.pro-chip[data-active=true]')).toHaveCount(2, { timeout: 60_000 })

  await noSeriousFault(page, '.pro-folder')

  const ids = page.waitForRequest('**/space.folder/getfileids*')
  await page.getByText('Choose all', { exact: true }).click()
  expect(new URL((await ids).url()).searchParams.get('kind')).toBe('video')
  await page.getByText('2 chosen', { exact: true }).click()
  await expect(page.getByText('Choose all', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a term' }).click()
  await page.getByLabel('Word', { exact: true }).fill('boats')
  await page.getByLabel('Translation', { exact: true }).fill('barcas')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\. New tasks/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Translation', { exact: true })).toHaveValue('barcas')

  await page.getByRole('tab', { name: /^Speakers/ }).click()
  await page.getByRole('button', { name: 'Add speaker' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Marta')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } })
  await page.getByTestId('avatar-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByAltText('Picture 1')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.pro-speaker img')).toHaveJSProperty('naturalWidth', 240)

  await page.getByRole('tab', { name: /^Videos/ }).click()
  await page.getByRole('button', { name: 'Run on all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Subtitle translation' }).click()
  await expect(dialog.getByText('Choose a language to see the price')).toBeVisible()
  await dialog.getByRole('button', { name: 'Spanish' }).click()
  await dialog.getByRole('button', { name: 'English' }).click()
  await expect(dialog.locator('.pro-quote-row[data-file]')).toHaveCount(2)
  await expect(dialog.getByLabel(/^Source and target language are the same/)).toHaveCount(2)
  await dialog.getByRole('button', { name: /^Start 2 tasks for/ }).click()

  await expect(page).toHaveURL(/\/lab\/pro\/batch\//)
  await expect(page.locator('.pro-cell[data-state=succeeded]')).toHaveCount(2, { timeout: 60_000 })
  await expect(page.locator('.pro-counts [data-count=success] dd')).toHaveText('2')
  await expect(page.getByText('2 left out')).toBeVisible()
  await page.locator('.pro-cell').first().click()
  await expect(page.getByRole('tab', { name: 'Info' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByLabel('File names').fill('{number} {name} {language}')
  await expect(page.getByText('Example: 1 Episode 1 es')).toBeVisible()
  const zip = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('link', { name: 'Download' }).click()
  const path = await (await zip).path()
  expect(execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n').toSorted()).toEqual([
    '1 Episode 1 es.srt',
    '2 Episode 2 es.srt',
  ])

  await page.getByRole('link', { name: 'Pro mode' }).click()
  const card = page.locator('.tile[data-id]').first()
  await expect(card).toContainText('2 videos')
  await expect(card.locator('.pro-language[data-full=true]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Check' }).click()
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await page.locator('.pro-short-batch').first().click()
  await reload
})

/** Plays the open comparison's original for a moment; returns its address. */
async function playOriginal(dialog: Locator): Promise<string> {
  const original = dialog.locator('video').first()
  const time = () => original.evaluate((video) => (video as HTMLVideoElement).currentTime)
  await expect.poll(() => original.evaluate((video) => (video as HTMLVideoElement).readyState)).toBeGreaterThan(1)
  const before = await time()
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect.poll(time).toBeGreaterThan(before + 0.2)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  return (await original.getAttribute('src')) ?? ''
}

/** Lines of half a minute, which costs less than all of it. */
const SAID = `1
00:00:00,900 --> 00:00:03,100
Good morning and welcome to the harbor.

2
00:00:04,000 --> 00:00:07,200
The first boats leave before the sun comes up.
`

test('a dub is compared with its video: its stream or its file, any version over it, its sound; changed lines are priced', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const path = join(folder, 'harbour.mp4')
  await writeFile(path, smallVideo(35))
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Harbour' })
  const video_id = await uploadVideo(client, server.url, { folder_id, path })
  const { file_id } = await client.ok('addVersion', { folder_id, video_id, name: 'en', language: 'en', content: SAID })
  const run = {
    folder_id,
    video_id,
    file_id,
    voice: 'espeak-ng/paul',
    keep_background: false,
    idempotency_key: crypto.randomUUID(),
  }
  const { task_id, credits } = await client.ok('runDubbingOnly', run)
  const state = async () => (await client.ok('getTask', { task_id })).state
  await expect.poll(state, { timeout: 120_000 }).toBe(1)

  const dialog = page.getByRole('dialog')
  const open = async (): Promise<void> => {
    await page.goto(`${server.url}/lab/pro`)
    await page.getByRole('button', { name: 'Tasks', exact: true }).click()
    await page.locator('.compared-task > .task-name-button').first().click()
  }
  const part = page.waitForResponse(/part0000\.ts/)
  await open()
  expect((await part).ok()).toBe(true)
  // The keys work without a press on the picture before.
  await expect(dialog.getByRole('group', { name: 'Compare', exact: true })).toBeFocused()
  expect(await playOriginal(dialog)).toMatch(/^blob:/)
  await choose(dialog.getByLabel('Subtitles over the picture'), { index: 1 })
  // From the start, into the first cue: how long it played depends on the machine.
  const stage = dialog.getByRole('group', { name: 'Compare', exact: true })
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await stage.press(key)
  await expect(dialog.locator('.compare-overlay').first()).not.toBeEmpty()
  await stage.press('2')
  await expect(dialog.locator('audio, video').last()).toHaveJSProperty('muted', false)
  // A stream that can't be had, and a browser that lets no script feed its players.
  await page.route('**/*.m3u8', (route) => route.abort())
  await open()
  await expect(dialog.locator('video').first()).toHaveAttribute('src', /\.mp4$/)
  expect(await playOriginal(dialog)).toMatch(/\.mp4$/)
  await page.unroute('**/*.m3u8')
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource']) Reflect.deleteProperty(window, name)
  })
  await open()
  expect(await playOriginal(dialog)).toMatch(/\.(?:m3u8|mp4)$/)

  const { subtitle_txt, revision } = await client.ok('getVersion', { file_id })
  const edited = subtitle_txt.map((line, at) => (at === 0 ? { ...line, text: 'Good evening, harbour.' } : line))
  await client.ok('editVersion', { file_id, revision, subtitle_txt: edited })
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos`)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(dialog).toContainText(`1 of ${edited.length} lines changed since`)
  const again = dialog.getByRole('button', { name: /^Dub again for \d+ credits?$/ })
  expect(Number(/\d+/.exec((await again.textContent()) ?? '')?.[0])).toBeLessThan(credits)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(dialog.getByText('Dubs of edited lines')).toHaveCount(0, { timeout: 60_000 })

  // Of one height in all tabs; and what is left of a task whose video is gone.
  await client.ok('deleteVideo', { folder_id, video_id })
  await page.goto(`${server.url}/lab/history`)
  await expect(page.locator('.task-open').last()).toHaveCSS('font-variant-numeric', 'normal')
  await page.locator('.task-open').last().click()
  await expect(dialog).toContainText('Only the result is left')
  const height = async () => (await dialog.boundingBox())!.height
  const compared = await height()
  await dialog.getByRole('tab', { name: 'Info' }).click()
  expect(await height()).toBe(compared)
})

test('a translation beside another version of its language: what differs is marked and gone through', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const ready = async () => (await client.ok('getVideo', { file_id: video_id })).state
  await expect.poll(ready, { timeout: 120_000 }).toBe(1)
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const { file_id } = list.find(({ language }) => language === 'en')!
  const run = { file_id, source_language: 'en', to_language: 'es' } as const
  const { task_id } = await client.ok('runTranslate', { ...run, idempotency_key: crypto.randomUUID() })
  const task = () => client.ok('getTask', { task_id })
  await expect.poll(async () => (await task()).state, { timeout: 120_000 }).toBe(1)
  const { subtitle_txt } = await client.ok('getVersion', { file_id: (await task()).file_id })
  const other = subtitle_txt
    .slice(1)
    .map(({ time, text }, at) => `${at + 1}\n${time}\n${at === 1 ? 'Otra cosa.' : text}\n`)
    .join('\n')
  await client.ok('addVersion', { folder_id, video_id, name: 'Second draft', language: 'es', content: other })

  await page.goto(`${server.url}/lab/pro`)
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await page.locator('.compared-task > .task-name-button').first().click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Compared with'), /Second draft/)
  await expect(dialog.locator('.compare-row[data-change=added]')).toHaveCount(1)
  await expect(dialog.locator('.compare-row[data-change=changed]')).toHaveCount(1)
  const differences = dialog.getByRole('group', { name: '2 lines differ' })
  for (const kind of ['added', 'changed']) {
    await differences.getByRole('button', { name: 'Next difference' }).click()
    await expect(dialog.locator('.compare-row[aria-current=true]')).toHaveAttribute('data-change', kind)
  }
})
