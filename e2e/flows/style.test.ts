import { expect, test } from '../fixture.ts'
import { openSample, rowText } from '../pages/app.ts'
import { drawing } from '../pages/drawing.ts'

test('italic by a key, the place by the pad and the size show in the picture and stay', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  await page.locator('.row-number').first().dblclick()
  const drawn = page.getByTestId('subtitle-canvas')
  await expect(drawn).toHaveAttribute('data-drawn', 'text')
  await expect.poll(async () => (await drawing(page)).top).toBeGreaterThan(0.7)
  const plain = await drawing(page)

  // Its first millisecond lies before the hundredth of a second that a script rounds it to.
  await page.locator('.row-number').nth(1).dblclick()
  await expect.poll(async () => (await drawing(page)).sum).not.toBe(plain.sum)
  expect((await drawing(page)).bottom).toBeGreaterThan(0.7)
  await page.locator('.row-number').first().dblclick()
  await expect.poll(async () => (await drawing(page)).sum).toBe(plain.sum)

  // A word of the text that is being edited: with the field's own selection.
  const text = page.getByLabel('Text of line 1', { exact: true })
  await text.focus()
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 12))
  await page.keyboard.press('Control+i')
  await expect(text).toHaveValue('Good <i>morning</i> and welcome to the harbor.')
  await expect.poll(async () => (await drawing(page)).sum).not.toBe(plain.sum)
  await page.keyboard.press('Control+i')
  await expect(text).toHaveValue('Good morning and welcome to the harbor.')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('Escape')

  // Without a selection it is the whole cue, and typing continues in its style.
  await page.locator('.row-number').nth(4).click()
  await page.keyboard.press('Enter')
  await page
    .getByLabel('Text of line 5', { exact: true })
    .evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(field.value.length, field.value.length))
  await page.keyboard.press('Control+i')
  await page.keyboard.type(' Really')
  await expect(page.getByLabel('Text of line 5', { exact: true })).toHaveValue(/^<i>.* Really<\/i>$/s)
  await page.keyboard.press('Escape')
  await page.locator('.row-number').first().click()

  // Lines that are selected: all of them at once, one step of the history.
  await page
    .locator('.row-number')
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+b')
  await expect(rowText(page, 3).locator('span[style*="font-weight"]')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rowText(page, 3).locator('span[style*="font-weight"]')).toHaveCount(0)

  await page.getByRole('button', { name: 'Show style of subtitles', exact: true }).click()
  await page.locator('.row-number').first().click()
  await page.getByRole('group', { name: 'Place of the selected lines' }).getByText('8', { exact: true }).click()
  await expect(text).toHaveValue('{\\an8}Good <i>morning</i> and welcome to the harbor.')
  await expect.poll(async () => (await drawing(page)).bottom).toBeLessThan(0.3)
  const usual = await drawing(page)

  const size = page.getByLabel('Size, % of the picture')
  await size.fill('14')
  await size.press('Enter')
  await expect
    .poll(async () => {
      const { top, bottom } = await drawing(page)
      return bottom - top
    })
    .toBeGreaterThan((usual.bottom - usual.top) * 1.5)
  await page.getByText('Safe areas').click()
  await expect(page.getByTestId('safe-areas')).toBeVisible()
  const large = await drawing(page)

  // Stored with the version: it is there in another tab, whatever this browser kept.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cuelane-style'))))
    .toEqual([])
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
  await page.reload()
  await editor.opened()
  // The panel stands under the picture, which is as large as before with it alone.
  await page.getByRole('button', { name: 'Show style of subtitles', exact: true }).click()
  await page.locator('.row-number').first().dblclick()
  await expect.poll(async () => (await drawing(page)).sum).toBe(large.sum)
})
