import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { sampleClip } from '#tests/support/small-video.ts'
import { signIn } from '../pages/app.ts'

const CLIP = 'assets/sample/harbour.mp4'
/** Little to send and to prepare. */
const SHORT = { name: 'harbour.mp4', mimeType: 'video/mp4', buffer: sampleClip(4) }
/** Most clicks from the first page to a dubbed clip that plays. */
const MOST_CLICKS = 8

/** Counts the user's clicks over all pages. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    // Files are then chosen by the input, which a test can answer.
    Reflect.deleteProperty(window, 'showOpenFilePicker')
    const count = ({ isTrusted, detail }: MouseEvent): void => {
      if (isTrusted && detail > 0)
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
    }
    addEventListener('click', count, true)
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}

/** A screen with nothing but a remark and a button. */
const emptyScreens = (page: Page) => page.locator('main .state-page')

test('a newcomer comes from the first page to a dubbed clip that plays in few clicks and through no empty screen', async ({
  page,
  server,
  folder,
}) => {
  test.setTimeout(300_000)
  const clip = join(folder, 'harbour.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-t', '8', '-i', CLIP, '-c', 'copy', clip])
  const clicks = await countClicks(page)
  await page.goto(server.url)
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
  const name = `newcomer${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-mail').fill(`${name}@example.org`)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/lab/workspace')
  await expect(emptyScreens(page)).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Choose videos$/ }).click()
  await (await chooser).setFiles(clip)
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('harbour.mp4')
  await expect(emptyScreens(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Dub/ }).click()
  await page.getByRole('button', { name: 'Spanish' }).click()
  // One price with its parts, before anything is paid.
  await expect(page.locator('.intake-price')).toContainText(/Subtitles \d+ · Dub \d+/)
  await noSeriousFault(page)
  await page.getByRole('button', { name: /^Start for/ }).click()
  const order = page.getByRole('article', { name: 'harbour' })
  await expect(order).toContainText('Dub in Spanish')
  await expect(order.getByRole('progressbar').first()).toBeVisible()
  await expect(emptyScreens(page)).toHaveCount(0)
  const watch = page.getByRole('button', { name: /^Watch harbour/ })
  await expect(watch).toBeVisible({ timeout: 200_000 })
  await noSeriousFault(page)
  await watch.click()
  const player = page.getByRole('dialog').locator('video')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
  expect(await clicks()).toBeLessThanOrEqual(MOST_CLICKS)
})

test('a visitor chooses a video and sees its price before signing up; the choice is kept, and the video goes up then', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await page.waitForURL('**/lab/**')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  await page.goto(`${server.url}/lab/workspace`)
  await page.getByTestId('start-files').setInputFiles(SHORT)
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files).toContainText('Stays on this computer until you sign up')
  await page.getByRole('button', { name: /^Translation/ }).click()
  await page.getByRole('button', { name: 'Spanish' }).click()
  await expect(page.locator('.intake-price')).toContainText(/^Up to \d+ credits/)
  expect(sent).toEqual([])
  await page.getByRole('link', { name: 'Sign up free and start' }).click()
  const name = `visitor${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-mail').fill(`${name}@example.org`)
  await page.getByLabel('Password').fill('secret-123')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/lab/workspace')
  await expect(files).toContainText('harbour.mp4')
  await expect(page.getByRole('button', { name: 'Spanish' })).toHaveAttribute('aria-pressed', 'true')
  await expect(files).toContainText('Ready', { timeout: 60_000 })
  // The folder is made and named without a question.
  await page.getByRole('link', { name: 'My space' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'harbour' })).toBeVisible()
})

test('a row of the upload page shows its video and leads to a dub of it', async ({ page, server }) => {
  await signIn(page, server.url)
  await page.goto(`${server.url}/lab/upload`)
  await page.getByTestId('upload-files').setInputFiles(SHORT)
  const row = page.locator('.upload-row')
  await expect(row.getByRole('link', { name: 'Open' })).toBeVisible({ timeout: 60_000 })
  await expect(row.locator('.video-cover img')).toHaveJSProperty('complete', true)
  await expect(row).toContainText('0:04')
  await expect(row.getByRole('button', { name: 'Extract subtitles' })).toBeVisible()
  await row.locator('.video-cover').hover()
  await expect(row.locator('.video-strip')).toBeVisible()
  await row.getByRole('link', { name: 'Dub' }).click()
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('harbour')
  await expect(page.getByRole('button', { name: /^Dub/ })).toHaveAttribute('aria-pressed', 'true')
})
