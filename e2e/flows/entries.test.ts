import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

test('a visitor sees which tasks need an account before choosing one, and is led to sign up', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await page.waitForURL('**/lab/**')
  await page.goto(`${server.url}/lab/workspace`)
  const cards = page.locator('.quick-start')
  await expect(cards.filter({ hasText: 'Upload videos' })).toContainText('Needs a free account')
  await expect(cards.filter({ hasText: 'Edit local files' })).not.toContainText('Needs a free account')
  await cards.filter({ hasText: 'Translate a video' }).click()
  await expect(page.getByText('Log in or sign up to upload your own files.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' }).last()).toHaveAttribute('href', '/login?tab=register')
})

test('the list of a folder’s subtitles has the names of versions', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  await client.ok('renameVersion', { file_id: list[0]!.file_id, name: 'Final cut' })
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/subtitles`)
  await expect(page.locator(`[data-version="${list[0]!.file_id}"]`)).toContainText('Final cut')
})

test('“Translate a video” opens with that task chosen, not with a dub', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  await client.ok('openSample', { sample_id: 'harbour' })
  await page.goto(`${server.url}/lab/workspace`)
  await page.locator('.quick-start').filter({ hasText: 'Translate a video' }).click()
  await expect(page.getByRole('radio', { name: 'Translate the video', exact: true })).toBeChecked()
})
