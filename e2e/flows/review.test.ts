import { expect, test } from '../fixture.ts'
import { EditorPage, signIn } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const VIDEO_READY = 1

test('all versions of a folder are moved and moved back, a line is edited over the folder, a stage is set', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await expect.poll(async () => (await client.ok('getVideo', { file_id: video_id })).state).toBe(VIDEO_READY)
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const { file_id } = list.find(({ language }) => language === 'en')!
  const linesOf = async () => (await client.ok('getVersion', { file_id })).subtitle_txt
  const before = await linesOf()

  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos`)
  await page.getByRole('button', { name: 'Change subtitles', exact: true }).click()
  const operations = page.getByRole('dialog', { name: 'Change subtitles' })
  await operations.locator('#operation-by').fill('500')
  await operations.getByRole('button', { name: 'Dry run' }).click()
  await expect(operations.locator('.outcome')).toHaveCount(list.length)
  expect(await linesOf()).toEqual(before)
  await operations.getByRole('button', { name: /^Change \d+ lines/ }).click()
  const entry = operations.getByRole('listitem').filter({ hasText: /^Shift/ })
  await expect(entry).toContainText(`in ${list.length} versions`)
  expect((await linesOf())[0]?.time).not.toBe(before[0]?.time)
  await entry.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toContainText('Undone')
  expect((await linesOf()).map(({ time }) => time)).toEqual(before.map(({ time }) => time))
  await operations.locator('.bp6-dialog-footer').getByRole('button', { name: 'Close' }).click()

  // An address opens the editor over the folder at a line.
  const cue = before[2]!.cue_id
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos?video=${video_id}&file=${file_id}&cue=${cue}`)
  const editor = new EditorPage(page)
  await expect(page.locator('.row-focused')).toContainText('3')
  await page.getByLabel('Text of line 3', { exact: true }).fill('Edited over the folder')
  await page.getByRole('button', { name: 'Save and exit' }).click()
  await expect(editor.timeline).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/lab/pro/folder/${folder_id}/videos$`))
  expect((await linesOf())[2]?.text).toBe('Edited over the folder')

  await page.getByRole('button', { name: 'Workflow', exact: true }).click()
  const work = page.getByRole('dialog', { name: 'Workflow' })
  await choose(work.getByLabel(/^Stage of/).first(), 'timed')
  await expect.poll(async () => (await client.ok('getWorkflow', { folder_id })).counts.timed).toBe(1)
})
