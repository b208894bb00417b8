import type { Locator } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { openSample } from '../pages/app.ts'

test('panes open and close without moving a line, and the list of videos stays', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  const videos = page.getByRole('navigation', { name: 'Videos of the folder' })
  await expect(videos).toBeVisible()
  const first = editor.rows.first()
  const before = await first.boundingBox()
  const stays = async (): Promise<void> => {
    await expect(videos).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
  }
  const panes: readonly (readonly [string, Locator])[] = [
    ['Alt+Shift+c', page.getByRole('region', { name: 'Comments' })],
    ['Alt+s', page.getByRole('region', { name: 'Statistics' })],
  ]
  for (const [key, pane] of panes) {
    await editor.timeline.focus()
    await page.keyboard.press(key)
    await expect(pane).toBeVisible()
    await stays()
    // The details of the cue have enough room.
    expect((await pane.boundingBox())!.height).toBeGreaterThan(200)
    await page.keyboard.press(key)
    await expect(pane).toHaveCount(0)
    await stays()
  }
  // A comment is read from right to left where its letters are.
  await editor.timeline.focus()
  await page.keyboard.press('Alt+c')
  await page.keyboard.type('ما هذا؟')
  await page.keyboard.press('Enter')
  await expect(page.locator('.comment-text')).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Alt+Shift+c')
  const tab = (name: RegExp): Locator => page.locator('.pane-tabs').getByRole('tab', { name })
  const region = (name: string): Locator => page.getByRole('region', { name })
  for (const name of ['Quality', 'Speakers']) {
    await tab(new RegExp(name)).click()
    await expect(region(name)).toBeVisible()
    await stays()
  }
  expect((await region('Speakers').boundingBox())!.width).toBeLessThanOrEqual(400)
  await tab(/Line/).click()
  await expect(region('Line in focus')).toBeVisible()
  // The keyboard goes through the tabs.
  await tab(/Line/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(/Quality/)).toBeFocused()
  await expect(region('Quality')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await stays()

  // With the picture above the lines, speakers have a column.
  await editor.timeline.focus()
  await page.keyboard.press('Alt+l')
  await page.getByRole('button', { name: 'Speakers', exact: true }).click()
  const speakers = region('Speakers')
  await expect(speakers).toBeVisible()
  await expect(videos).toBeVisible()
  const edge = page.locator('.pane-edge').last()
  const widthBy = async (by: number): Promise<number> => {
    const { x } = (await edge.boundingBox())!
    await page.mouse.move(x + 2, 300)
    await page.mouse.down()
    await page.mouse.move(x + by, 300, { steps: 5 })
    await page.mouse.up()
    return Math.round((await speakers.boundingBox())!.width)
  }
  await expect.poll(() => widthBy(200)).toBe(120)
  await expect.poll(() => widthBy(-600)).toBeLessThanOrEqual(400)
})
