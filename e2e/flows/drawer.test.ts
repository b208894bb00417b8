import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, rowText, signIn, videoIsReady } from '../pages/app.ts'

const WIDTH = 1440

test('the editor over a folder: the tour once, the list of its videos, its width, what is saved', async ({
  page,
  server,
  folder,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  const clip = join(folder, 'Clip.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=2']
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', clip])
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos?tour`)
  await page.getByTestId('pro-files').setInputFiles(clip)
  await expect(page.locator('.pro-video-row')).toHaveCount(2, { timeout: 60_000 })
  await expect(page.getByText('Preparing…')).toHaveCount(0, { timeout: 120_000 })
  const row = page.locator('.pro-video-row').filter({ hasText: 'Clip' })
  await expect(row).toContainText('No subtitles: extract first')
  await row.getByRole('button', { name: 'Actions for Clip' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Video name').fill('Clip of a day')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(row).toContainText('Clip of a day')
  await row.click({ button: 'right', position: { x: 400, y: 4 } })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Clip of a day')
  await page.keyboard.press('Escape')

  await page.evaluate(() => localStorage.removeItem('cuelane-tour'))
  await page.locator('.pro-chip').first().click()
  await expect(page.locator('.driver-popover')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
  const editor = new EditorPage(page)
  await editor.opened()
  const list = page.getByRole('navigation', { name: 'Videos of the folder' })
  await expect(list).toContainText('2 videos')
  await expect(list.locator('.video-item-cover')).toHaveCount(2)
  await list.getByRole('button', { name: 'List', exact: true }).click()
  await expect(list.locator('.video-item-cover')).toHaveCount(0)
  await list.getByLabel('Search videos').fill('nothing like it')
  await expect(list).toContainText('No data')
  await list.getByLabel('Search videos').fill('clip')
  await expect(list.locator('.video-item')).toHaveCount(1)
  await expect(list).toContainText('1 video')
  await list.getByLabel('Search videos').fill('')
  await noSeriousFault(page, '.editing-drawer')

  const width = async (): Promise<number> => (await list.boundingBox())!.width
  const drag = async (by: number): Promise<void> => {
    const { x, y, width: now } = (await list.boundingBox())!
    await page.mouse.move(x + now + 2, y + 200)
    await page.mouse.down()
    await page.mouse.move(x + now + by, y + 200, { steps: 6 })
    await page.mouse.up()
  }
  expect(await width()).toBeGreaterThan(0.2 * WIDTH - 8)
  await drag(600)
  expect(await width()).toBeGreaterThan(0.29 * WIDTH)
  expect(await width()).toBeLessThan(0.3 * WIDTH + 8)
  await drag(-600)
  expect(await width()).toBeLessThan(0.2 * WIDTH + 8)
  await page.getByRole('button', { name: 'List of videos' }).click()
  await expect(list).toHaveCount(0)
  await page.getByRole('button', { name: 'List of videos' }).click()
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Speakers', exact: true }).click()
  await expect(list).toBeVisible()
  await page
    .locator('.pane-tabs')
    .getByRole('tab', { name: /^Quality/ })
    .click()
  await expect(list).toBeVisible()

  await (await enterText(page, 1)).fill('Edited in the drawer')
  await expect(page.getByTestId('save-mark')).toHaveText(/^auto saved at \d/)
  await list.locator('.video-item').filter({ hasText: 'Clip' }).click()
  await expect(page.getByRole('button', { name: 'Start with an empty version' })).toBeVisible()
  await page.goBack()
  await editor.opened()
  await page.getByRole('button', { name: 'Save and exit' }).click()
  await expect(editor.timeline).toHaveCount(0)
  await page.locator('.pro-chip').first().click()
  await editor.opened()
  await expect(rowText(page, 1)).toHaveText('Edited in the drawer')
  await expect(page.locator('.driver-popover')).toHaveCount(0)
})

test('a file without a video: its lines to read, and to edit as text', async ({ page, server }) => {
  const client = await signIn(page, server.url)
  const { folder_id } = await client.ok('addFolder', { folder_name: 'Scripts' })
  const content = '1\n00:00:01,000 --> 00:00:02,000\nFirst\n\n2\n00:00:03,000 --> 00:00:04,000\nSecond\n'
  const { file_id } = await client.ok('addVersion', { folder_id, name: 'Script', language: 'en', content })
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/subtitles`)
  await page.getByRole('link', { name: 'Script' }).click()
  const drawer = page.locator('.editing-drawer')
  await expect(drawer.locator('.plain-text-line')).toHaveCount(2)
  await expect(drawer.locator('.plain-text-line').first()).toContainText('00:00:01,000 --> 00:00:02,000')
  await expect(drawer.getByRole('textbox')).toHaveCount(0)
  await noSeriousFault(page, '.editing-drawer')
  await drawer.getByRole('button', { name: 'Edit text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Script' })
  await dialog.getByRole('textbox').last().fill('Second, corrected')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
  await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Close' }).click()
  await expect(drawer.locator('.plain-text-line').last()).toContainText('Second, corrected')
  expect((await client.ok('getVersion', { file_id })).subtitle_txt[1]?.text).toBe('Second, corrected')
  await drawer.getByRole('button', { name: 'Save and exit' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/lab/pro/folder/${folder_id}/subtitles$`))
})
