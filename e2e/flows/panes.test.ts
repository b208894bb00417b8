import type { Locator } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { choose } from '../pages/choice.ts'
import { enterText, newSample, openEditor, openSample, openVersion } from '../pages/app.ts'

const ARABIC = `1
00:00:01,000 --> 00:00:03,000
آه!

2
00:00:04,000 --> 00:00:07,000
<i>(المشروع)</i>: إلى أين؟
- لا أعرف…

3
00:00:08,000 --> 00:00:11,000
OK!
`

const directionOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => getComputedStyle(element).direction)

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

test('text from right to left is so wherever it is read or typed', async ({ page, server }) => {
  const editor = await openVersion(page, server.url, ARABIC, 3, 'ar')
  const own = await enterText(page, 1)
  const texts = page.locator('.row-lines')
  for (const place of [own, texts.nth(0), texts.nth(1), page.locator('.line-measure-text').first()])
    expect(await directionOf(place)).toBe('rtl')
  // A line of Latin letters alone is read as such, as it is drawn in the picture.
  expect(await directionOf(texts.nth(2))).toBe('ltr')

  await page.keyboard.press('Alt+x')
  const field = page.locator('.text-box-text')
  expect(await directionOf(field)).toBe('rtl')
  const frame = (await page.locator('.text-box-field').boundingBox())!
  const guide = (await page.locator('.text-box-guide').boundingBox())!
  // The mark of the longest row counts from the right edge.
  const letters = Number(
    await page.locator('.text-box-field').evaluate((each: HTMLElement) => each.style.getPropertyValue('--letters')),
  )
  expect(letters).toBeGreaterThan(20)
  expect(guide.x).toBeLessThan(frame.x + frame.width - letters * 5)
  await page.keyboard.press('Alt+x')

  await editor.timeline.focus()
  await page.keyboard.press('Alt+c')
  await page.keyboard.type('ما هذا؟')
  await page.keyboard.press('Enter')
  expect(await directionOf(page.locator('.comment-text'))).toBe('rtl')
  await page.keyboard.press('Alt+Shift+c')

  await editor.timeline.focus()
  await page.keyboard.press('Control+h')
  await page.getByLabel('Find', { exact: true }).fill('المشروع')
  expect(await directionOf(page.getByLabel('Find', { exact: true }))).toBe('rtl')
  expect(await directionOf(page.locator('.found').first())).toBe('rtl')
  await page.getByLabel('Replace with').fill('البيت')
  await page.getByRole('button', { name: 'Replace all' }).click()
  expect(await directionOf(page.locator('.change-line .changed-text').last())).toBe('rtl')
  await expect(page.locator('.change-line del')).toHaveText('المشروع')
  await page.keyboard.press('Escape')
})

test('a source from right to left beside a text from left to right', async ({ page, server }) => {
  const { client, place } = await newSample(page, server.url)
  await client.ok('addVersion', { ...place, name: 'mine', language: 'ar', content: ARABIC })
  const { list } = await client.ok('listVersions', place)
  const english = list.find(({ language }) => language === 'en')!.file_id
  await openEditor(page, server.url, { video: place.video_id, file: english })
  await choose(page.getByLabel('Reference', { exact: true }), /Arabic/)
  const reference = page.locator('.row-reference', { hasText: 'آه!' }).first()
  expect(await directionOf(reference)).toBe('rtl')
  expect(await directionOf(page.locator('.row-lines').first())).toBe('ltr')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Compare versions' }).click()
  expect(await directionOf(page.locator('.difference-theirs [dir]').first())).toBe('rtl')
})
