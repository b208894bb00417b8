import { readFileSync } from 'node:fs'
import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

const LINES =
  '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nGood night and thank you all'

test('files of the space are chosen, moved by drag, read, bound, downloaded and brought back', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id: other } = await client.ok('addFolder', { folder_name: 'Other' })
  const { folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await page.goto(`${server.url}/lab/library/file/${folder_id}`)
  const cards = page.locator('.file-place')
  await expect(cards).toHaveCount(1)
  const buffer = Buffer.from(LINES)
  await page
    .getByTestId('video-files')
    .setInputFiles(
      ['Harbour.en.srt', 'notes.srt', 'third.srt'].map((name) => ({ name, mimeType: 'text/plain', buffer })),
    )
  await expect(cards).toHaveCount(4)

  await page.getByRole('button', { name: 'Read notes' }).click()
  await expect(page.getByText('Good night and thank you all')).toBeVisible()
  await page.keyboard.press('Escape')

  const card = (name: string) => cards.filter({ hasText: name })
  await card('third').dragTo(page.locator('.folder-entry', { hasText: 'Other' }))
  await expect(card('third')).toHaveCount(0)
  expect((await client.ok('listFiles', { folder_id: other })).total).toBe(1)

  await card('notes').locator('.video-name').focus()
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('toolbar')).toContainText('1 chosen')
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar')).toContainText('3 chosen')
  await page.getByRole('toolbar').getByRole('button', { name: 'Download…' }).click()
  await page.getByText('Subtitles only').click()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await zip.path()).includes('notes.srt')).toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the choice' }).click()
  await expect(page.getByRole('toolbar')).toHaveCount(0)

  await card('notes').locator('.video-name').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card('notes')).toHaveCount(0)
  // The message before this one fades out.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card('notes')).toHaveCount(1)

  await card('notes')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Bind to a video…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(card('notes')).toHaveCount(0)
})

test('the upload page looks into files first, sends what fits, pauses, resumes and binds subtitles by name', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
  await page.goto(`${server.url}/lab/upload/${folder_id}`)
  const video = readFileSync('assets/sample/harbour.mp4')
  const srt = Buffer.from(LINES)
  // Each part waits until it is let go.
  const held: (() => void)[] = []
  await page.route('**/upload/**', async (route) => {
    if (route.request().method() === 'PUT') await new Promise<void>((go) => held.push(go))
    await route.continue().catch(() => undefined)
  })
  await page.getByTestId('upload-files').setInputFiles([
    { name: 'harbour.mp4', mimeType: 'video/mp4', buffer: video },
    { name: 'noise.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20_000, 'x') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: srt },
    { name: 'harbour.en.srt', mimeType: 'text/plain', buffer: srt },
  ])
  const row = (name: string) => page.locator('.upload-row', { hasText: name })
  await expect(row('noise.mp4').getByRole('alert')).toContainText('Unable to read video information')
  await expect(row('notes.txt').getByRole('alert')).toContainText('File format not supported')
  await expect(row('harbour.mp4')).toContainText('harbour.en.srt')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await row('harbour.mp4').getByRole('button', { name: 'Pause' }).click()
  await expect(row('harbour.mp4')).toContainText('Paused')
  await page.unroute('**/upload/**')
  for (const go of held) go()
  await row('harbour.mp4').getByRole('button', { name: 'Resume' }).click()
  await expect(row('harbour.mp4')).toHaveAttribute('data-phase', 'done')
  const { list } = await client.ok('listVideos', { folder_id })
  expect(list.map(({ video_name, subtitle_sum }) => [video_name, subtitle_sum])).toEqual([['harbour', 1]])
})
