import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

test('the menu leads to the start page, to the help in a tab of its own, and out', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await page.goto(`${server.url}/lab`)
  await page.waitForURL('**/lab/library')
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(page).toHaveTitle('Start · Cuelane')
  await expect(page.getByRole('link', { name: /Harbour morning/ })).toBeVisible()
  const help = page.waitForEvent('popup')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Help' }).click()
  const guide = await help
  await expect(guide).toHaveURL(`${server.url}/lab/doc?u=doc_help`)
  await guide.getByLabel('Search the guide').fill('shot changes')
  await expect(guide.locator('section')).toHaveCount(1)
  await guide.close()
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  await client.ok('runExtract', { video_id, source_language: 'en', idempotency_key: 'from-the-menu' })
  await page.getByRole('button', { name: /^History/ }).hover()
  await page.locator('.recent-task').click()
  await expect(page.getByRole('dialog')).toContainText('Subtitle extraction')
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/lab/home`)
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})
