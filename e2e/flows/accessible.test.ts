import type { Page } from '@playwright/test'
import { signIn } from '../pages/app.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { goTo, ofFolder, open, own, shown } from '../pages/walk.ts'
import { serverWithStaff, signInStaff } from '../staff.ts'
import { test } from '../fixture.ts'

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

const looks = [
  ['en', 'light'],
  ['zh_cn', 'dark'],
] as const

/** Each page once: alternately in English and light, and in Chinese and dark. */
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
        await shown(page)
        await noSeriousFault(page)
      })
    }
  }
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
