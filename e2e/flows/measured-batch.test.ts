import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { choose } from '../pages/choice.ts'
import { sampleClip } from '#tests/support/small-video.ts'
import { signIn, uploadVideo } from '../pages/app.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
/** What is said in these seconds, as a file that was imported. */
const REFERENCE = {
  ...{ name: 'harbour', file_name: 'harbour.srt', language: 'en' as const },
  content: '1\n00:00:00,900 --> 00:00:03,100\nGood morning and welcome to the harbor.\n',
}
/** A worker on two busy cores recognises some seconds of speech. */
const HEARD = { timeout: 240_000 }

test('an extraction by a profile and channel by channel, and a batch measured against what was imported', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Harbour' })
  const spoken = join(folder, 'spoken.mp4')
  await writeFile(spoken, sampleClip(6))
  const video_id = await uploadVideo(client, server.url, { folder_id, path: spoken })
  await client.ok('addVersion', { folder_id, video_id, ...REFERENCE })
  const path = join(folder, 'stereo.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-i', sample, '-t', '6', '-c:v', 'copy', '-ac', '2', path])
  const stereo = await uploadVideo(client, server.url, { folder_id, path })
  await page.goto(`${server.url}/lab/library/file/${folder_id}`)
  const openForm = async (id: string) => {
    await page.locator(`[data-video="${id}"] button[aria-haspopup]`).first().click()
    await page.getByRole('menuitem', { name: 'Extract subtitles', exact: true }).click()
    await page.getByRole('button', { name: 'More options' }).click()
  }
  // The sample has one channel: there is nothing to choose.
  await openForm(video_id)
  await expect(page.getByLabel('Rows and reading speed of')).toBeVisible()
  await expect(page.getByLabel('Two channels')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await openForm(stereo)
  await choose(page.getByLabel('Rows and reading speed of'), 'bbc')
  await choose(page.getByLabel('Two channels'), 'apart')
  await expect(page.getByLabel('Speakers', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /^Start/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const { list } = await client.ok('listTasks', { page: 1, page_size: 10 })
  const own = list.find(({ task_type, video_id }) => task_type === 'video_extract' && video_id === stereo)
  expect(own?.task_config).toMatchObject({ profile: 'bbc', channels: 'apart' })

  const choice = { task_type: 'video_extract', folder_id, video_ids: [video_id], idempotency_key: 'measured' }
  const { batch_id } = await client.ok('addBatch', choice)
  await page.goto(`${server.url}/lab/pro/batch/${batch_id}`)
  const measure = page.getByRole('button', { name: 'Measure against references 1' })
  await measure.click(HEARD)
  await expect(page.locator('.pro-cell')).toContainText(
    /Edits \d+(\.\d)?% · wrong words \d+(\.\d)?% · within profile 100%/,
  )
  await expect(page.getByRole('status').filter({ hasText: 'Mean:' })).toContainText('within profile 100%')
  await measure.click()
  await expect(page.locator('.pro-cell')).toContainText('Completed')
})
