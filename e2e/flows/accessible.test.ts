import type { Page } from '@playwright/test'
import { signIn } from '../pages/app.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { serverWithStaff, signInStaff } from '../staff.ts'
import { expect, test } from '../fixture.ts'

const open = [
  '/',
  '/login',
  '/login?tab=register',
  '/agreement',
  '/partner',
  '/partner?tab=demo',
  '/lab/doc',
  '/404/404',
] as const

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
  '/lab/apikeys',
  '/lab/doc',
  '/finance/payorder',
  '/lab/missing',
] as const

/** Of one folder. */
const ofFolder = ['videos', 'subtitles', 'speakers', 'batches', 'settings'] as const

const ofStaff = [
  '',
  'requests',
  'survey',
  'notices',
  'accounts',
  'tasks',
  'reports',
  'audit',
  'settings',
  'engines',
] as const

/** Nothing is fetched any more, and colours are those that stay. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('.bp6-spinner')).toHaveCount(0)
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

const looks = [
  ['en', 'light'],
  ['zh_cn', 'dark'],
] as const

/** Each of these pages once: every other one in English and light, then those between in Chinese and dark. */
async function lookAt(page: Page, url: string, paths: readonly string[]): Promise<void> {
  for (const [turn, [language, theme]] of looks.entries()) {
    await page.evaluate(
      ([words, colours]) => {
        localStorage.setItem('language', words)
        localStorage.setItem('theme', colours)
      },
      [language, theme] as const,
    )
    const own = paths.filter((_, at) => at % looks.length === turn)
    for (const [at, path] of own.entries()) {
      await test.step(path, async () => {
        await (at === 0 ? page.goto(url + path) : goTo(page, path))
        await page.locator('h1, h2').first().waitFor()
        await page.locator('.skeleton, .page-spinner').first().waitFor({ state: 'detached' })
        await settled(page)
        await noSeriousFault(page)
      })
    }
  }
}

/** Shows another page of the product without loading the program again; each page that stands is reported. */
async function goTo(page: Page, path: string): Promise<void> {
  const shown = page.waitForRequest((request) => request.url().endsWith('/admin/log.website/add'))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await shown
}

test('pages for everybody have no serious fault for a screen reader', async ({ page, server }) => {
  await page.goto(`${server.url}/404/404`)
  await lookAt(page, server.url, open)
})

test('pages of somebody who is signed in have no serious fault for a screen reader', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const pro = ofFolder.map((tab) => `/lab/pro/folder/${folder_id}/${tab}`)
  await lookAt(page, server.url, [...own, `/lab/library/file/${folder_id}`, ...pro])
})

test('pages of the staff have no serious fault for a screen reader', async ({ page, folder }) => {
  const { server, password } = await serverWithStaff(folder)
  try {
    await signInStaff(page, server.url, password)
    await lookAt(
      page,
      server.url,
      ofStaff.map((part) => `/lab/staff/${part}`),
    )
  } finally {
    await server.stop()
  }
})
