import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { signIn, signUp } from '../pages/app.ts'
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
  await expect(page.getByText('No videos yet')).toBeVisible()
  await page.getByTestId('pro-files').setInputFiles(files)
  await expect(page.locator('.pro-video-row')).toHaveCount(2, { timeout: 60_000 })
  await expect(page.locator('.pro-chip-in[data-active=true]')).toHaveCount(2, { timeout: 60_000 })

  await noSeriousFault(page, '.pro-folder')

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
  const card = page.locator('.pro-card[data-folder]').first()
  await expect(card).toContainText('2 videos')
  await expect(card.locator('.pro-language[data-full=true]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Check' }).click()
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await page.locator('.pro-short-batch').first().click()
  await reload
})

test('a dub is compared with its video: any version over the picture, any dub for the sound', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const ready = async () => (await client.ok('getVideo', { file_id: video_id })).state
  await expect.poll(ready, { timeout: 120_000 }).toBe(1)
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const { file_id } = list.find(({ language }) => language === 'en')!
  const run = {
    folder_id,
    video_id,
    file_id,
    voice: 'espeak-ng/paul',
    keep_background: false,
    idempotency_key: crypto.randomUUID(),
  }
  const { task_id } = await client.ok('runDubbingOnly', run)
  const state = async () => (await client.ok('getTask', { task_id })).state
  await expect.poll(state, { timeout: 120_000 }).toBe(1)

  await page.goto(`${server.url}/lab/pro`)
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await page.locator('.compared-task > button').first().click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Subtitles over the picture'), { index: 1 })
  await dialog.getByRole('group', { name: 'Compare', exact: true }).press('ArrowRight')
  await expect(dialog.locator('.compare-overlay').first()).not.toBeEmpty()
  await choose(dialog.getByLabel('Dub that is heard'), /^Dub: English/)
  await expect(dialog.locator('audio, video').last()).toHaveJSProperty('muted', false)
})
