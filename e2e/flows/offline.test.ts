import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nKept without a network\n'

test('after the first visit the editor opens without a network and edits a file of this computer', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  const path = join(folder, 'film.srt')
  await writeFile(path, FILE)
  const open = async (): Promise<void> => {
    await page.getByTestId('local-files').setInputFiles(path)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('grid', { name: 'Lines' })).toBeVisible()
  }
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await open()
  // Every file of the build that the editor needs is kept before the worker is active.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.context().setOffline(true)
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await open()
  const text = page.getByLabel('Text of line 1', { exact: true })
  await text.fill('Written without a network')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'local')
  // With a network the page is the server's own again, and nothing of the build is asked for twice.
  await page.context().setOffline(false)
  const asked: string[] = []
  page.on('response', (response) => {
    if (!response.fromServiceWorker()) asked.push(new URL(response.url()).pathname)
  })
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await open()
  await expect(text).toHaveValue('Written without a network')
  expect(asked.filter((name) => name.startsWith('/assets/') && name.endsWith('.js'))).toEqual([])
  const kept = await page.evaluate(() => caches.keys())
  expect(kept).toHaveLength(1)
})
