import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { signIn, uploadVideo, videoIsReady } from '../pages/app.ts'

test('the empty screen of the editor: extraction is started, followed in place, and its lines are there', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  // A part of the sample: what other flows extracted of the whole would be there at once.
  const path = join(folder, 'part.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-t', '5', '-i', 'assets/sample/harbour.mp4', '-c', 'copy', path])
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Parts' })
  const video_id = await uploadVideo(client, server.url, { folder_id, path })
  await videoIsReady(client, video_id)
  await page.goto(`${server.url}/lab/pro/srt-edit?video=${video_id}`)
  // The way to the other videos stays.
  await expect(page.getByRole('navigation', { name: 'Videos of the folder' })).toContainText('1 video')
  await page.getByRole('button', { name: 'Extract subtitles' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Once it runs, it can’t be cancelled')
  await dialog.getByRole('button', { name: /^Start for/ }).click()
  const place = page.getByRole('group', { name: 'Subtitle extraction' })
  await expect(place).toBeVisible()
  // The button is gone: nothing to press a second time.
  await expect(page.getByRole('button', { name: 'Extract subtitles' })).toHaveCount(0)
  await expect(page.locator('.rows-scroller')).toContainText('welcome', { timeout: 120_000 })
})
