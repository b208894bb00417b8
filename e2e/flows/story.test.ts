import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, LibraryPage, signUp } from '../pages/app.ts'
import { factsOf, readFrame, trackOf } from '../pages/video.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { choose } from '../pages/choice.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')

// As in a browser of a user, over a whole story.
test.use({ serviceWorkers: 'allow' })

/** Enough for some sentences with pauses: every task takes as long as its video. */
const SECONDS = 11

/** Sign up, upload, extract, correct, translate, render, download. */
async function tellStory(page: Page, url: string, folder: string): Promise<void> {
  const video = join(folder, basename(sample))
  execFileSync('ffmpeg', ['-v', 'error', '-t', `${SECONDS}`, '-i', sample, '-c', 'copy', video])
  await signUp(page, url)
  const library = new LibraryPage(page)
  await library.newFolder('Story')
  await library.upload(video)
  await library.ready()

  await library.choose('Extract subtitles')
  const extracted = await library.run('video_extract')
  await extracted.getByRole('button', { name: 'Open in the editor' }).click()

  const editor = new EditorPage(page)
  await editor.opened()
  const count = await editor.rows.count()
  expect(count).toBeGreaterThan(2)
  const correction = 'The boat leaves in the morning.'
  await (await enterText(page, 1)).fill(correction)
  const before = await editor.times(1)
  const start = readSrt(`1\n${before.join(' --> ')}\nx`, sequentialIds('c')).cues[0]!
  await editor.drag(start.end, start.end - 400, -3)
  const after = await editor.times(1)
  expect(after[0]).toBe(before[0])
  expect(after[1] < before[1]).toBe(true)
  await editor.saved()
  await editor.leave()

  await library.choose('Translate subtitles')
  await choose(page.getByLabel('Subtitle version'), { index: 0 })
  await choose(page.getByLabel('Target language'), 'es')
  const translated = await library.run('subtitle_translate')
  const textFile = page.waitForEvent('download')
  await translated.getByRole('button', { name: 'Download' }).click()
  const srtPath = join(folder, 'translated.srt')
  await (await textFile).saveAs(srtPath)
  const cues = readSrt(readFileSync(srtPath, 'utf8'), sequentialIds('c')).cues
  expect(cues).toHaveLength(count)
  const word = /barco|bote|barca/i.exec(cues[0]!.text)![0].toLowerCase()

  const burned = await synthesise(page, library, folder, 'Burned into the picture', 'Top')
  const source = factsOf(video)
  const result = factsOf(burned)
  expect(Math.abs(result.durationMs - source.durationMs)).toBeLessThanOrEqual(1000 / source.rate)
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  const inside = cues[0]!
  expect(letters(readFrame(burned, (inside.start + inside.end) / 2, 'top', folder))).toContain(word)
  const gap = quietTime(cues)
  expect(letters(readFrame(burned, gap, 'top', folder))).not.toContain(word)

  const soft = await synthesise(page, library, folder, 'As a track that viewers can switch')
  expect(factsOf(soft).codecs).toContain('mov_text')
  const track = readSrt(trackOf(soft), sequentialIds('c')).cues
  expect(track.map(({ start, end, text }) => [start, end, text])).toEqual(
    cues.map(({ start, end, text }) => [start, end, text]),
  )
  await dub(page, library, folder, source)
}

/** Dubs the translation in a chosen voice; the result has the source's length and reports cues that did not fit. */
async function dub(
  page: Page,
  library: LibraryPage,
  folder: string,
  source: ReturnType<typeof factsOf>,
): Promise<void> {
  await library.choose('Dub in this language')
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Subtitle version'), /Spanish/)
  await expect(dialog.getByRole('button', { name: 'Listen to this voice' })).toBeDisabled()
  await choose(dialog.getByLabel('Voice', { exact: true }), 'espeak-ng/paul')
  await dialog.getByRole('button', { name: 'Listen to this voice' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  const dubbed = await library.run('video_dubbing_only')
  const path = await downloadOf(page, dubbed, join(folder, 'dubbed.mp4'), true)
  expect(Math.abs(factsOf(path).durationMs - source.durationMs)).toBeLessThanOrEqual(1000 / source.rate)
  expect(factsOf(path).codecs).toContain('aac')
}

async function synthesise(
  page: Page,
  library: LibraryPage,
  folder: string,
  kind: string,
  position?: string,
): Promise<string> {
  await library.choose('Make a video with subtitles')
  await choose(page.getByLabel('Subtitle version'), /Spanish/)
  await page.getByText(kind).click()
  if (position) await choose(page.getByLabel('Position'), position)
  const task = await library.run('video_synthesis')
  return downloadOf(page, task, join(folder, `${kind.length}.mp4`))
}

async function downloadOf(page: Page, task: Locator, path: string, isDub = false): Promise<string> {
  const download = page.waitForEvent('download')
  await task.getByRole('button', { name: 'Download' }).click()
  // Of a dub it opens a menu of forms.
  if (isDub) await page.getByRole('menuitem', { name: 'Video', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\(es\)\.mp4$/)
  await file.saveAs(path)
  return path
}

/** A time at which no cue is on screen. */
function quietTime(cues: readonly { start: number; end: number }[]): number {
  const last = cues.findIndex((cue, index) => (cues[index + 1]?.start ?? Infinity) - cue.end > 200)
  return cues[last]!.end + 100
}

test('from an upload to a localised clip, on the sample; the history tells it', async ({ page, server, folder }) => {
  await tellStory(page, server.url, folder)
  await page.locator('.video-name').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Tasks of this video' }).click()
  const rows = page.locator('tr[data-task]')
  await expect(rows).toHaveCount(5)
  await choose(page.getByLabel('Kind', { exact: true }), 'Subtitle translation')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('English → Spanish')
  await page.goBack()
  await expect(rows).toHaveCount(5)
  await rows.first().getByRole('button', { name: 'Delete task' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(4)
  await page.reload()
  await expect(rows).toHaveCount(4)
  await noSeriousFault(page)
})
