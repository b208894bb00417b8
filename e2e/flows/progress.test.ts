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
  execFileSync('ffmpeg', ['-v', 'error', '-t', '8', '-i', 'assets/sample/harbour.mp4', '-c', 'copy', path])
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Parts' })
  const video_id = await uploadVideo(client, server.url, { folder_id, path })
  await videoIsReady(client, video_id)
  await page.goto(`${server.url}/lab/pro/srt-edit?video=${video_id}`)
  await page.getByRole('button', { name: 'Extract subtitles' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Once it runs, it can’t be cancelled')
  await dialog.getByRole('button', { name: /^Start for/ }).click()
  const place = page.getByRole('group', { name: 'Subtitle extraction' })
  await expect(place).toBeVisible()
  // The button is gone: nothing to press a second time.
  await expect(page.getByRole('button', { name: 'Extract subtitles' })).toHaveCount(0)
  await expect(page.locator('.rows-scroller')).toContainText('harbour', { timeout: 120_000 })
})

test('a silent clip: the editor says in place that no speech was found, and the tray keeps it on every page', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const path = join(folder, 'silence.mp4')
  const silence = ['-f', 'lavfi', '-i', 'testsrc=s=640x360:d=4:r=25', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...silence, '-t', '4', '-pix_fmt', 'yuv420p', path])
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Silence' })
  const video_id = await uploadVideo(client, server.url, { folder_id, path })
  await page.goto(`${server.url}/lab/pro/srt-edit?video=${video_id}`)
  await page.getByRole('button', { name: 'Extract subtitles' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start for/ })
    .click()
  await expect(page.locator('.no-version').getByRole('alert')).toContainText('No speech was found', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extract subtitles' })).toBeEnabled()
  await page.goto(`${server.url}/lab/workspace`)
  const tray = page.getByRole('region', { name: 'Tasks', exact: true })
  await expect(tray).toContainText('1 failed')
  await tray.getByRole('button', { name: '1 failed' }).click()
  await expect(tray.locator('.tray-row')).toContainText('No speech was found')
  await page.reload()
  await tray.getByRole('button', { name: 'Remove “silence” from this list' }).click()
  await expect(tray).toHaveCount(0)
})

test('an order that stops for corrections: the tray says so on every page, continues it, and the history lists it', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id, video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  for (const { file_id } of (await client.ok('listVersions', { video_id })).list)
    await client.ok('deleteVersion', { folder_id, subtitles_id: file_id })
  const goals = { source_language: 'en' as const, to_languages: ['es' as const], stops: ['extract' as const] }
  const { chain_id } = await client.ok('addChain', { ...goals, video_ids: [video_id], idempotency_key: 'an order' })
  await page.goto(`${server.url}/lab/library`)
  const tray = page.getByRole('region', { name: 'Tasks', exact: true })
  await expect(tray).toContainText('1 waits for you', { timeout: 120_000 })
  await tray.getByRole('button', { name: '1 waits for you' }).click()
  const row = tray.locator(`[data-row="${chain_id}"]`)
  await expect(row).toContainText('Waits for your corrections')
  await row.getByRole('button', { name: /^Continue · \d+ credits?$/ }).click()
  await expect(row).toContainText('Done', { timeout: 60_000 })
  await page.goto(`${server.url}/lab/history?view=chains`)
  const listed = page.locator(`tr[data-chain="${chain_id}"]`)
  await expect(listed).toContainText('Spanish')
  await listed.getByRole('link').click()
  await expect(page.locator('.video-chip')).toBeVisible()
  await expect(page.locator('tr[data-task]')).toHaveCount(2)
})

test('a batch has one row in the tray of every page: its counts, the way to its page, and its end', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Two harbours' })
  const path = 'assets/sample/harbour.mp4'
  const video_ids = [
    await uploadVideo(client, server.url, { folder_id, path }),
    await uploadVideo(client, server.url, { folder_id, path }),
  ]
  await page.goto(`${server.url}/lab/library`)
  const tray = page.getByRole('region', { name: 'Tasks', exact: true })
  await expect(tray).toHaveCount(0)
  const { batch_id } = await client.ok('addBatch', {
    ...{ task_type: 'video_extract', folder_id, video_ids, idempotency_key: 'two harbours' },
  })
  await tray.locator('[aria-expanded]').click()
  const row = tray.locator('.tray-row')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Batch · Subtitle extraction')
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(row).toHaveAttribute('data-ongoing', 'false', { timeout: 120_000 })
  await expect(row).toContainText('2 completed, 0 failed')
  await row.getByRole('link', { name: 'Two harbours' }).click()
  await page.waitForURL(`**/lab/pro/batch/${batch_id}`)
  await tray.getByRole('button', { name: 'Remove “Two harbours” from this list' }).click()
  await expect(tray).toHaveCount(0)
})
