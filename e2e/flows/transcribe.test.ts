import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { wordErrors } from '#core/metrics/word-errors.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, rowText, signIn, uploadVideo } from '../pages/app.ts'

const root = join(import.meta.dirname, '..', '..')
/** The first sentences of the sample, one of them too long for a vertical picture. */
const SECONDS = 23.5
const whole = readSrt(readFileSync(join(root, 'assets/sample/harbour.en.srt'), 'utf8'), sequentialIds('c')).cues
const said = whole.filter(({ end }) => end < SECONDS * 1000)
const MODELS = '**/browser-models/**'

test.use({ serviceWorkers: 'allow' })

/** A worker on two busy cores takes a minute. */
const HEARD = { timeout: 240_000 }

function makeClip(folder: string): string {
  const path = join(folder, 'harbour.mp4')
  const sample = join(root, 'assets/sample/harbour.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-t', `${SECONDS}`, '-i', sample, '-c', 'copy', path])
  return path
}

async function openLocal(page: Page, url: string, clip: string): Promise<void> {
  await page.goto(`${url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(clip)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Lines' })).toBeVisible()
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Transcribe here' })

/** The word that the page marks as spoken now. */
const marked = (page: Page): Promise<string> =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

/** The share of words that are wrong in the lines of the editor. */
async function wrongWords(page: Page): Promise<number> {
  const texts = await page.locator('.row-lines').allInnerTexts()
  const { words, wrong } = wordErrors(said.map(({ text }) => text).join(' '), texts.join(' '))
  return wrong / words
}

test('a local file is transcribed, and again without a network and by another profile, into the lines that are there', async ({
  page,
  server,
  folder,
}) => {
  const clip = makeClip(folder)
  await signIn(page, server.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await openLocal(page, server.url, clip)
  const editor = new EditorPage(page)
  await page.getByRole('button', { name: 'Transcribe here…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('89.2 MB are downloaded from this server once')
  await expect(dialog).toContainText('npm run models -- fetch whisper-base')
  await noSeriousFault(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.postDataBuffer()) sent.push(request.url())
  })
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('progressbar', { name: 'Listening' })).toBeVisible()
  await expect(dialog.getByTestId('transcribe-heard')).not.toBeEmpty(HEARD)
  await expect(dialog).toBeHidden(HEARD)
  await expect(page.getByText(/\d+ lines written/)).toBeVisible()
  expect(await wrongWords(page)).toBeLessThanOrEqual(0.15)
  expect(sent).toEqual([])

  // One step takes all lines back, and one makes them again.
  const count = await editor.rows.count()
  expect(count).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(editor.rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(editor.rows).toHaveCount(count)
  await (await enterText(page, 1)).fill('Nobody said this')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')

  // What the editor needs without a network: its build, and the decoder of sound.
  const isKept = (name: RegExp) =>
    page.evaluate(async (pattern) => {
      const all = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()))
      return all.flat().some(({ url }) => new RegExp(pattern).test(url))
    }, name.source)
  for (const name of [/ffmpeg-core.*wasm/, /speech\.worker/, /ort-wasm/])
    await expect.poll(() => isKept(name), { timeout: 120_000 }).toBe(true)
  await page.context().setOffline(true)
  await page.evaluate(() => localStorage.setItem('cuelane-profile', 'vertical'))
  await openLocal(page, server.url, clip)
  await expect(rowText(page, 1)).toHaveText('Nobody said this')
  // Word times are restored after a reload.
  await page.locator('.row-number').nth(1).dblclick()
  await editor.timeline.focus()
  const second = await rowText(page, 2).innerText()
  const [, next = ''] = second.split(/\s+/)
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => marked(page)).toBe(next.replace(/[,.]$/, ''))
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await page.getByPlaceholder(/command/i).fill('Transcribe')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The model is kept in this browser')
  await dialog.getByText('Replace them').click()
  await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(dialog).toBeHidden(HEARD)
  await expect(rowText(page, 1)).not.toHaveText('Nobody said this')
  const texts = await page.locator('.row-lines').allInnerTexts()
  expect(texts.length).toBeGreaterThan(count)
  expect(Math.max(...texts.flatMap((text) => text.split('\n').map((row) => row.length)))).toBeLessThanOrEqual(24)
  expect(await wrongWords(page)).toBeLessThanOrEqual(0.15)
  await page.context().setOffline(false)
})

test('what is missing, damaged or out of reach is said with what to do, and work is taken back', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await openLocal(page, server.url, makeClip(folder))
  const dialog = dialogOf(page)
  const open = page.getByRole('button', { name: 'Transcribe here…' })
  await page.route(MODELS, (route) => route.fulfill({ json: { files: [] } }))
  await open.click()
  await expect(dialog.getByRole('alert')).toContainText('This server doesn’t have the model’s weights')
  await expect(dialog.getByRole('alert')).toContainText('npm install')
  await page.unroute(MODELS)

  await page.route(MODELS, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server can’t be reached')
  await page.unroute(MODELS)

  await page.route('**/moonshine-base-encoder.onnx', (route) => route.fulfill({ body: 'no model' }))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('not the model that the server announced')
  await page.unroute('**/moonshine-base-encoder.onnx')

  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Transcribe', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeVisible()
})

test('a film of the library gets a new version, and the open one stays', async ({ page, server, folder }) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Harbour' })
  const video_id = await uploadVideo(client, server.url, { folder_id, path: makeClip(folder) })
  const content = '1\n00:00:01,000 --> 00:00:02,000\nAs it was\n'
  await client.ok('addVersion', { folder_id, video_id, name: 'mine', language: 'en', content })
  const { list } = await client.ok('listVersions', { video_id })
  const english = list.find(({ language }) => language === 'en')!
  await page.goto(`${server.url}/lab/pro/srt-edit?video=${video_id}&file=${english.file_id}`)
  await new EditorPage(page).opened()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Transcribe here/ }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('The lines become a new version')
  await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(page.getByText(/The new version has \d+ lines/)).toBeVisible(HEARD)
  await expect(page).not.toHaveURL(new RegExp(english.file_id))
  const after = (await client.ok('listVersions', { video_id })).list
  const made = after.find(({ file_id }) => !list.some((before) => before.file_id === file_id))!
  expect(after).toHaveLength(list.length + 1)
  expect(made).toMatchObject({ language: 'en', is_use: false })
  await expect.poll(() => wrongWords(page)).toBeLessThanOrEqual(0.15)
  const { list: times } = await client.ok('getWordTimes', { file_id: made.file_id })
  const { cue_sum } = made
  expect(times.length).toBe(cue_sum)
  for (const { words } of times) expect(words.length).toBeGreaterThan(0)
})
