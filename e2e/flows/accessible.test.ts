import type { Page } from '@playwright/test'
import { signIn } from '../pages/app.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { expect, test } from '../fixture.ts'

const open = ['/', '/login', '/login?tab=register', '/agreement', '/partner'] as const

const own = [
  '/lab/workspace',
  '/lab/library',
  '/lab/history',
  '/lab/history?view=batches',
  '/lab/upload',
  '/lab/profile',
  '/lab/subtitleTranslate',
  '/lab/subtitleRemoval',
  '/lab/videoTranslate',
  '/lab/project/video_dubbing',
  '/lab/project/video_erase',
  '/lab/pro',
] as const

/** Nothing is fetched any more, and colours are those that stay. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.bp6-spinner')).toHaveCount(0)
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

/** Each of these pages once: by turns in English and light, in Chinese and dark. */
async function lookAt(page: Page, url: string, paths: readonly string[]): Promise<void> {
  for (const [at, path] of paths.entries()) {
    await test.step(path, async () => {
      await page.evaluate(
        ([language, theme]) => {
          localStorage.setItem('language', language!)
          localStorage.setItem('theme', theme!)
        },
        at % 2 === 0 ? ['en', 'light'] : ['zh_cn', 'dark'],
      )
      await page.goto(url + path)
      await page.locator('h1, h2, h4').first().waitFor()
      await page.locator('.skeleton, .page-spinner').first().waitFor({ state: 'detached' })
      await settled(page)
      await noSeriousFault(page)
    })
  }
}

test('pages for everybody have no serious fault for a screen reader', async ({ page, server }) => {
  await page.goto(`${server.url}/404/404`)
  await lookAt(page, server.url, open)
})

test('pages of somebody who is signed in have no serious fault for a screen reader', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await lookAt(page, server.url, [...own, `/lab/library/file/${folder_id}`])
})
