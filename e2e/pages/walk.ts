import { expect, type Page } from '@playwright/test'

/** Public pages. */
export const open = [
  '/',
  '/login',
  '/login?tab=register',
  '/agreement',
  '/partner',
  '/partner?tab=demo',
  '/lab/doc',
  '/404/404',
] as const

/** Pages of a signed-in user. */
export const own = [
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

/** Parts of the page of a folder in Pro mode. */
export const ofFolder = ['videos', 'subtitles', 'speakers', 'batches', 'settings'] as const

/** Navigates within the loaded application; each stable page is reported. */
export async function goTo(page: Page, path: string): Promise<void> {
  const shown = page.waitForRequest((request) => request.url().endsWith('/admin/log.website/add'))
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await shown
}

/** Waits until a page is stable: nothing loads, and colours are final. */
export async function shown(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  await page.locator('.skeleton, .page-spinner').first().waitFor({ state: 'detached' })
  await expect(page.locator('.bp6-spinner')).toHaveCount(0)
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}
