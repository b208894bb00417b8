import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { wordErrors } from '#core/metrics/word-errors.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, rowText, signIn } from '../pages/app.ts'

const root = join(import.meta.dirname, '..', '..')
/** The first sentences of the sample, one of them too long for a vertical picture. */
const SECONDS = 11
const whole = readSrt(readFileSync(join(root, 'assets/sample/harbour.en.srt'), 'utf8'), sequentialIds('c')).cues
const said = whole.filter(({ end }) => end < SECONDS * 1000)

test.use({ serviceWorkers: 'allow' })

/** A worker on two busy cores takes a minute. */
const HEARD = { timeout: 240_000 }

function makeClip(folder: string): string {
  const path = join(folder, 'harbour.mp4')
  const sample = join(root, 'assets/sample/harbour.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-t', `${SECONDS}`, '-i', sample, '-c', 'copy', path])
  return path
}

async function openLocal(page: Page, url: string, files: readonly string[]): Promise<void> {
  await page.goto(`${url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles([...files])
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

test('a local file is heard without a network, by models that are kept, and nothing is sent', async ({
  page,
  server,
  folder,
}) => {
  const clip = makeClip(folder)
  await signIn(page, server.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await openLocal(page, server.url, [clip])
  await page.getByRole('button', { name: 'Transcribe here…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('89.2 MB are downloaded from this server once')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.postDataBuffer()) sent.push(request.url())
  })
  // Once the models are here, they are kept, also when what is to be heard with them is cancelled.
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('progressbar', { name: 'The model is here' })).toBeVisible(HEARD)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toContainText('The model is kept in this browser')
  expect(sent).toEqual([])

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
  const written = join(folder, 'harbour.srt')
  await writeFile(written, '1\n00:00:01,000 --> 00:00:02,000\nNobody said this\n')
  await openLocal(page, server.url, [clip, written])
  await expect(rowText(page, 1)).toHaveText('Nobody said this')
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await page.getByPlaceholder(/command/i).fill('Transcribe')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The model is kept in this browser')
  await dialog.getByText('Replace them').click()
  sent.length = 0
  await dialog.getByRole('button', { name: 'Transcribe', exact: true }).click()
  await expect(dialog).toBeHidden(HEARD)
  await expect(page.getByText(/\d+ lines written/)).toBeVisible()
  expect(sent).toEqual([])
  expect(await wrongWords(page)).toBeLessThanOrEqual(0.15)
  const texts = await page.locator('.row-lines').allInnerTexts()
  expect(texts.length).toBeGreaterThanOrEqual(said.length)
  expect(Math.max(...texts.flatMap((text) => text.split('\n').map((row) => row.length)))).toBeLessThanOrEqual(24)
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')

  // Lines and word times are restored after a reload.
  await page.reload()
  await openLocal(page, server.url, [clip, written])
  await expect(page.locator('.row-lines')).toHaveText(texts)
  await page.locator('.row-number').nth(1).dblclick()
  await new EditorPage(page).timeline.focus()
  const [, next = ''] = texts[1]!.split(/\s+/)
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => marked(page)).toBe(next.replace(/[,.]$/, ''))

  await test.step('online the page is the server’s again, and no file of the build is requested twice', async () => {
    await page.context().setOffline(false)
    const asked: string[] = []
    page.on('response', (response) => {
      if (!response.fromServiceWorker()) asked.push(new URL(response.url()).pathname)
    })
    await openLocal(page, server.url, [clip, written])
    await expect(page.locator('.row-lines')).toHaveText(texts)
    expect(asked.filter((name) => name.startsWith('/assets/') && name.endsWith('.js'))).toEqual([])
    const kept = await page.evaluate(() => caches.keys())
    expect(kept.filter((name) => name !== 'speech-models')).toHaveLength(1)
  })
})
