import { join } from 'node:path'
import { makeCaptionedClip } from '#tests/support/captioned-clip.ts'
import { expect, test } from '../fixture.ts'
import { signIn, uploadVideo } from '../pages/app.ts'

test('an erasure: what would go is seen, changed by list, box and brush, and only then paid for', async ({
  page,
  server,
  folder,
}) => {
  await makeCaptionedClip(folder, ['Every morning the boats', 'come in with the tide'])
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Captions' })
  await uploadVideo(client, server.url, { folder_id, path: join(folder, 'captioned.mp4') })
  await page.goto(`${server.url}/lab/library/file/${folder_id}`)
  await page.locator('[data-video] button[aria-haspopup]').first().click()
  await page.getByRole('menuitem', { name: 'Erase text from the picture' }).click()
  // Advanced is offered first; basic is quicker here.
  await expect(page.getByRole('button', { name: 'Start for 4 credits' })).toBeDisabled()
  await page.getByText('Basic: fills from the surrounding pixels').click()
  const start = page.getByRole('button', { name: 'Start for 2 credits' })
  await expect(start).toBeDisabled()
  await expect(page.getByText('Look at what would go first')).toBeVisible()
  await page.getByRole('button', { name: 'Show what would go' }).click()
  const mask = page.getByRole('dialog', { name: 'What would be erased' })
  await expect(mask).toBeVisible({ timeout: 120_000 })
  const captions = mask.getByRole('checkbox')
  await expect(captions).toHaveCount(2)
  await expect(mask.getByText('2 places would go')).toBeVisible()
  await captions.nth(1).uncheck({ force: true })
  await expect(mask.getByText('1 place would go')).toBeVisible()
  const stage = (await mask.locator('.mask-stage').boundingBox())!
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    const at = ([x, y]: [number, number]) => [stage.x + stage.width * x, stage.y + stage.height * y] as const
    await page.mouse.move(...at(from))
    await page.mouse.down()
    await page.mouse.move(...at(to), { steps: 4 })
    await page.mouse.up()
  }
  await mask.getByText('Box', { exact: true }).click()
  await drag([0.1, 0.1], [0.3, 0.2])
  await mask.getByText('Brush', { exact: true }).click()
  await drag([0.6, 0.3], [0.8, 0.35])
  await expect(mask.getByText('3 places would go')).toBeVisible()
  const pictures = process.env['CUELANE_PICTURES']
  if (pictures) await page.screenshot({ path: join(pictures, 'mask.png') })
  await mask.getByRole('button', { name: 'Undo' }).click()
  await mask.getByRole('button', { name: 'Remove' }).click()
  await expect(mask.getByText('1 place would go')).toBeVisible()
  await mask.getByRole('button', { name: 'Use this mask' }).click()
  await expect(start).toBeEnabled()
  await start.click()
  await expect
    .poll(async () => (await client.ok('listTasks', { task_type: 'video_erase' })).list[0]?.state, { timeout: 240_000 })
    .toBe(1)
  const { list } = await client.ok('listTasks', { task_type: 'video_erase' })
  expect(list[0]?.task_config['mask']).toMatchObject({ off: [expect.any(String)], places: [], confirmed: true })
})
