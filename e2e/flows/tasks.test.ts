import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { signIn } from '../pages/app.ts'

const ENGLISH = `1
00:00:01,000 --> 00:00:03,000
Good morning, and welcome to the harbour.

2
00:00:04,000 --> 00:00:07,000
The first boats leave before the sun is up.

3
00:00:08,000 --> 00:00:10,000
How long have you been working on the water?
`

test('subtitle files into two languages: detected, priced, run, corrected, downloaded as a zip', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  const [first, second, other] = ['one.srt', 'two.srt', 'notes.txt'].map((name) => join(folder, name))
  for (const path of [first, second, other]) await writeFile(path!, ENGLISH)
  await page.goto(`${server.url}/lab/subtitleTranslate`)
  await page.getByTestId('srt-files').setInputFiles([first!, second!, other!])
  await expect(page.getByRole('alert').filter({ hasText: 'File format not supported' })).toBeVisible()
  await expect(page.getByText(/Detected, \d+ % sure/)).toHaveCount(2)
  await page.getByRole('button', { name: 'Spanish' }).click()
  await page.getByRole('button', { name: 'French' }).click()
  await expect(page.getByRole('cell', { name: '2 credits' })).toHaveCount(4)
  await page.getByRole('button', { name: 'Start for 8 credits' }).click()
  await expect(page.locator('.result-cell[data-state=succeeded]')).toHaveCount(4, { timeout: 60_000 })
  await expect(page.getByText('4 completed, 0 failed')).toBeVisible()
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: 'Read and correct' }).first().click()
  await page.getByLabel('Line at 00:00:01,000').fill('Corrected here')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
})

test('an erasing project: made, filled, its region marked by keys, priced, run, and gone', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  await page.goto(`${server.url}/lab/project/video_erase`)
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name of the project').fill('Harbour')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Add videos' }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().check({ force: true })
  await page.getByRole('button', { name: 'Add 1 video' }).click()
  await page.getByText('In a part of the picture').click()
  const region = page.getByRole('group', { name: /^Marked part/ })
  await region.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Top')).toHaveValue('77')
  await expect(page.getByRole('button', { name: /^Start 1 task for 4 credits/ })).toBeEnabled()
  await page.getByRole('link', { name: 'Erasing projects' }).click()
  await page.getByRole('link', { name: 'Harbour' }).click()
  await expect(page.getByLabel('Top')).toHaveValue('77')
  await page.getByRole('link', { name: 'Erasing projects' }).click()
  await page.locator('.tile').hover()
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('what a page for erasing refuses: a mask is seen on the frame, one is started, and its video stays until it is done', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state, { timeout: 60_000 }).toBe(1)
  await page.goto(`${server.url}/lab/subtitleRemoval`)
  await page.getByText('In a part of the picture').click()
  const region = page.getByRole('group', { name: /^Marked part/ })
  await expect(region).not.toHaveClass(/region-mask/)
  await page.getByText('Show what is taken out').click()
  await expect(region).toHaveClass(/region-mask/)
  await page.getByRole('slider', { name: /frame/i }).press('ArrowRight')
  await expect(page.locator('.region-area video')).toBeVisible()
  await page.getByLabel('Top').fill('400')
  await page.getByLabel('Top').blur()
  await expect(page.getByLabel('Top')).not.toHaveValue('400')
  await page.getByRole('button', { name: /^Start for/ }).click()
  await expect(page.getByText('Request Submitted, Please Wait...')).toBeVisible()
  await expect(client.ok('deleteVideo', { folder_id, video_id })).rejects.toThrow(
    'The Current File is Being Generated, Please Try Again Later',
  )
})
