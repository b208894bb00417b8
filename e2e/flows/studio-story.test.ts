import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, signUp } from '../pages/app.ts'
import { factsOf } from '../pages/video.ts'

const EPISODES = ['Episode 1', 'Episode 2']
const LENGTH_S = 7

/** Spoken and shown text with times in seconds; the second line is in no language that an engine knows. */
const linesOf = (episode: number) => [
  { start: 0.4, end: 3.4, text: `The boats leave the harbour on day ${episode}.`, voice: 'en+f3' },
  { start: 4, end: 5.4, text: 'Glorpen snarvik bunda trelmo.', voice: 'en+m3' },
]

/** A clip in which two people speak, with their words in the picture. */
function makeEpisode(folder: string, episode: number): string {
  const lines = linesOf(episode)
  const sounds = lines.map(({ text, voice }, at) => {
    const path = join(folder, `said-${episode}-${at}.wav`)
    execFileSync('espeak-ng', ['-v', voice, '-w', path, text])
    return path
  })
  const words = lines.map(
    ({ start, end, text }) =>
      `drawtext=font=DejaVu Sans:text='${text}':fontsize=20:fontcolor=white:borderw=2:x=(w-tw)/2:y=h-50:enable='between(t,${start},${end})'`,
  )
  const path = join(folder, `Episode ${episode}.mp4`)
  const delayed = lines.map(({ start }, at) => `[${at + 1}:a]adelay=${start * 1000}:all=1[s${at}]`)
  const heard = `${delayed.join(';')};${lines.map((_, at) => `[s${at}]`).join('')}amix=${lines.length}:normalize=0,apad[sound]`
  const inputs = sounds.flatMap((sound) => ['-i', sound])
  const picture = ['-f', 'lavfi', '-i', `color=c=0x203040:s=640x360:r=10:d=${LENGTH_S}`]
  const filter = `[0:v]${words.join(',')}[picture];${heard}`
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', `${LENGTH_S}`]
  const maps = ['-map', '[picture]', '-map', '[sound]']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...inputs, '-filter_complex', filter, ...maps, ...codecs, path])
  return path
}

/** A person in a folder of Pro mode. */
class Studio {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async tab(name: RegExp): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
  }

  /** Runs a task on all videos, in languages, and waits for its batch on its page. */
  async run(task: string, languages: readonly string[], count: number, choose?: (dialog: Locator) => Promise<void>) {
    await this.page.getByRole('button', { name: 'Run on all' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: task, exact: true }).click()
    for (const language of languages) await dialog.getByRole('button', { name: language, exact: true }).click()
    await choose?.(dialog)
    await dialog.getByRole('button', { name: new RegExp(`^Start ${count} tasks for`) }).click()
    await expect(this.page).toHaveURL(/\/lab\/pro\/batch\//)
    await expect(this.page.locator('.pro-cell[data-state=succeeded]')).toHaveCount(count, { timeout: 240_000 })
  }

  async toFolder(): Promise<void> {
    await this.page.locator('.page-crumbs').getByRole('link').last().click()
    await this.tab(/^Videos/)
    await expect(this.page.locator('.pro-video-row')).toHaveCount(EPISODES.length)
  }

  /** Downloads the open batch; gives the path of the zip. */
  async download(names: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Download' }).click()
    await this.page.getByLabel('File names').fill(names)
    const zip = this.page.waitForEvent('download')
    await this.page.getByRole('dialog').getByRole('link', { name: 'Download' }).click()
    return (await zip).path()
  }
}

const namesIn = (zip: string): string[] =>
  execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n').toSorted()

/** Tags the first line with one speaker and the second with another, in each episode. */
async function tagSpeakers(page: Page): Promise<void> {
  const editor = new EditorPage(page)
  await page.locator('.pro-chip').first().click()
  for (const [at, name] of EPISODES.entries()) {
    if (at > 0) await page.locator('.video-item').filter({ hasText: name }).click()
    await expect(page.locator('.video-item-open')).toContainText(name)
    await editor.opened()
    await expect(editor.rows).toHaveCount(2)
    if (!(await page.getByRole('region', { name: 'Speakers' }).isVisible()))
      await page.locator('.pane-tabs').getByRole('tab', { name: 'Speakers', exact: true }).click()
    for (const [row, speaker] of ['Marta', 'Tom'].entries()) {
      await page.locator('.row-number').nth(row).click()
      await page.getByRole('button', { name: `Assign ${speaker} to the selected lines (1)` }).click()
    }
    await expect(page.getByTestId('role-state')).toHaveText('Tagged')
    await editor.saved()
  }
  await page.getByRole('button', { name: 'Save and exit' }).click()
  await expect(page.locator('.pro-role[data-role="1"]')).toHaveCount(EPISODES.length)
}

test('two episodes: extracted, tagged, translated twice, corrected, dubbed, put together, compared, downloaded', async ({
  page,
  server,
  folder,
}) => {
  page.setDefaultTimeout(20_000)
  await signUp(page, server.url)
  const studio = new Studio(page)
  await page.goto(`${server.url}/lab/pro`)
  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByLabel('Folder name').fill('Harbour')
  await page.getByRole('button', { name: 'Create' }).click()
  const files = EPISODES.map((_, at) => makeEpisode(folder, at + 1))
  await page.getByTestId('pro-files').setInputFiles(files)
  await expect(page.locator('.pro-video-row')).toHaveCount(EPISODES.length, { timeout: 60_000 })
  await expect(page.getByText('Preparing…')).toHaveCount(0, { timeout: 120_000 })

  await studio.run('Subtitle extraction', [], EPISODES.length, (dialog) =>
    dialog.getByText('Text in the picture').click(),
  )
  await studio.toFolder()
  await studio.tab(/^Speakers/)
  for (const name of ['Marta', 'Tom']) {
    await page.getByRole('button', { name: 'Add speaker' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.locator('.pro-speaker').filter({ hasText: name })).toBeVisible()
  }
  await studio.tab(/^Videos/)
  await tagSpeakers(page)

  await studio.run('Subtitle translation', ['Spanish', 'Italian'], 4)
  await expect(page.locator('.pro-cell .pro-todo')).toHaveCount(4)
  await page.getByRole('button', { name: /^Review \(\d+\)/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Begin' }).click()
  const editor = new EditorPage(page)
  await expect(page.locator('.row-focused')).toHaveCount(1)
  await editor.opened()
  const text = page.getByRole('textbox', { name: /^Text of line \d+$/ })
  await text.fill('Pan y pescado.')
  await page.getByRole('button', { name: 'Save and exit' }).click()
  const review = page.getByRole('dialog', { name: 'Review' })
  // In Italian the word "boats" of each episode is left as well.
  await expect(review.getByText('To check (5)')).toBeVisible()
  await review.locator('.bp6-dialog-footer').getByRole('button', { name: 'Close' }).click()
  const texts = await studio.download('{name} {language}')
  expect(namesIn(texts)).toEqual(EPISODES.flatMap((name) => [`${name} es.srt`, `${name} it.srt`]))
  const corrected = execFileSync('unzip', ['-p', texts, 'Episode 1 es.srt'], { encoding: 'utf8' })
  expect(readSrt(corrected, sequentialIds('c')).cues[1]?.text).toBe('Pan y pescado.')

  await studio.toFolder()
  await studio.run('Dubbing', ['Spanish'], EPISODES.length, (dialog) =>
    dialog.getByText('One for each speaker').click(),
  )
  await studio.toFolder()
  await studio.run('Burn in subtitles', ['Spanish'], EPISODES.length)

  await page.locator('.pro-cell').first().click()
  const compare = page.getByRole('dialog')
  await expect(compare.locator('video')).toHaveCount(2)
  await compare.getByRole('button', { name: 'Play' }).click()
  const times = () =>
    compare.locator('video').evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime))
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.5)
  const [original = 0, result = 0] = await times()
  expect(Math.abs(original - result)).toBeLessThan(0.2)
  await page.keyboard.press('Escape')

  const videos = await studio.download('{number} {name} {language}')
  expect(namesIn(videos)).toEqual(EPISODES.map((name, at) => `${at + 1} ${name} es.mp4`))
  execFileSync('unzip', ['-q', videos, '-d', join(folder, 'out')])
  for (const name of namesIn(videos)) {
    const { durationMs, codecs } = factsOf(join(folder, 'out', name))
    expect(Math.abs(durationMs - LENGTH_S * 1000)).toBeLessThanOrEqual(150)
    expect(codecs).toContain('h264')
  }
})
