import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { rowText, signIn } from '../pages/app.ts'
import { releaseSite } from '../releases.ts'

test.use({ serviceWorkers: 'allow' })

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nKept without a network\n'

/** Follows a site's service workers also while none of its pages is open; waits until they are in the given states. */
async function followWorkers(context: BrowserContext, url: string): Promise<(...states: string[]) => Promise<void>> {
  const devtools = await context.newCDPSession(await context.newPage())
  const states = new Map<string, string>()
  let onChange = (): void => undefined
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, scriptURL, status } of versions)
      if (scriptURL.startsWith(url)) states.set(versionId, status)
    onChange()
  })
  await devtools.send('ServiceWorker.enable')
  return (...wanted) =>
    new Promise((resolve) => {
      onChange = () => {
        const present = [...states.values()].filter((state) => state !== 'redundant')
        if (present.sort().join() === wanted.sort().join()) resolve()
      }
      onChange()
    })
}

test('after a release the older build opens as a whole until the newer one is kept, which then opens alone', async ({
  page,
  server,
  folder,
}) => {
  const site = await releaseSite(server.url)
  await signIn(page, site.url)
  const path = join(folder, 'film.srt')
  await writeFile(path, FILE)
  const editor = `${site.url}/lab/pro/srt-edit`
  const builds = () => page.evaluate(() => caches.keys())
  const isSecond = () => page.evaluate(() => document.querySelector('script[src*="-second.js"]') !== null)
  const opens = async (): Promise<void> => {
    await page.goto(editor)
    await page.getByTestId('local-files').setInputFiles(path)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(rowText(page, 1)).toHaveText('Kept without a network')
  }
  page.on('dialog', (dialog) => void dialog.accept())
  const areWorkers = await followWorkers(page.context(), site.url)
  await opens()
  await areWorkers('activated')
  const [first = ''] = await builds()
  site.release()
  await page.context().setOffline(true)
  await opens()
  expect(await isSecond()).toBe(false)

  // The release is seen: its build is kept beside the older one, whose page may still be open.
  await page.context().setOffline(false)
  await opens()
  expect(await isSecond()).toBe(true)
  await areWorkers('activated', 'installed')
  expect((await builds()).sort()).toEqual([first, `${first}second`].sort())
  // The old build's last page is closed: the open page is of another origin.
  await page.goto(`${server.url}/health`)
  await areWorkers('activated')
  await page.goto(editor)
  expect(await builds()).toEqual([`${first}second`])
  await page.context().setOffline(true)
  await opens()
  expect(await isSecond()).toBe(true)
  await page.context().setOffline(false)
  await page.goto(`${server.url}/health`)
  await site.close()
})
