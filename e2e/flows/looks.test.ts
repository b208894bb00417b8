import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { enterText, menu, openSample } from '../pages/app.ts'
import { painted } from '../pages/painted.ts'

test('a list is chosen from by keys alone, by letters, and closes without its dialog', async ({ page, server }) => {
  await openSample(page, server.url)
  await menu(page, 'Change keys')
  const dialog = page.getByRole('dialog')
  const preset = dialog.getByRole('combobox', { name: 'Preset' })
  const list = page.getByRole('listbox', { name: 'Preset' })
  const current = list.locator('.select-option-at')
  // The menu has taken its leave: the list that is opened at once stays open.
  await preset.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await painted(page)
  await expect(list).toBeVisible()
  await preset.click()
  await expect(preset).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await expect(current).toHaveAttribute('data-value', 'cuelane')
  await expect(preset).toHaveAttribute('aria-activedescendant', (await current.getAttribute('id'))!)
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('data-value', 'cuelane')
  await noSeriousFault(page, '[role=dialog]')
  await page.keyboard.press('End')
  await expect(current).toHaveText('Aegisub-like')
  await page.keyboard.press('ArrowUp')
  await expect(current).toHaveText('Subtitle Edit-like')

  // Escape takes nothing and leaves the dialog; so does a press beside the list.
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(preset).toHaveAttribute('data-value', 'cuelane')
  await preset.click()
  await expect(list).toBeVisible()
  await dialog.getByRole('heading').first().click()
  await expect(list).toHaveCount(0)

  // Letters spell the beginning, also on the closed field.
  await preset.focus()
  await page.keyboard.type('ae')
  await expect(current).toHaveText('Aegisub-like')
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect(preset).toHaveText('Aegisub-like')
  await expect(preset).toBeFocused()
})

test("a tool's list leaves the keyboard to the editor, tools say their keys, rows are as high as the person likes them", async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await test.step("a tool's list and its tip", async () => {
    await editor.timeline.focus()
    await page.getByLabel('Visible span').click()
    await page.getByRole('option', { name: '10 s' }).click()
    await expect(editor.timeline).toBeFocused()
    const tip = page.locator('.tip')
    await page.getByRole('button', { name: 'Spectrogram' }).hover()
    await expect(tip).toBeVisible()
    await expect(tip.locator('kbd')).toHaveText('V')
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })
  await test.step('a menu that is left leaves the keyboard to a text, and gives it back at once to its button', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    const menu = page.getByRole('menu').first()
    await expect(menu).toBeVisible()
    const text = await enterText(page, 2)
    await expect(menu).toHaveCount(0)
    await painted(page)
    await expect(text).toBeFocused()
    const more = page.getByRole('button', { name: 'More' })
    await more.press('Enter')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })
  await test.step('heights of rows, also after a reload', async () => {
    const height = async (): Promise<number> => (await editor.rows.nth(1).boundingBox())?.height ?? 0
    const distance = async (): Promise<number> => {
      const [first, second] = [await editor.rows.nth(1).boundingBox(), await editor.rows.nth(2).boundingBox()]
      return (second?.y ?? 0) - (first?.y ?? 0)
    }
    expect(await height()).toBe(40)
    for (const [name, px] of [
      ['Compact', 32],
      ['Roomy', 52],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Row height' }).hover()
      await page.getByRole('option', { name }).click()
      await expect.poll(height).toBe(px)
      await expect.poll(distance).toBe(px)
    }
    await page.reload()
    await editor.opened()
    await expect.poll(height).toBe(52)
  })
  await test.step('bars keep to one row in a small window', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const bar of ['.editor-bar', '.timeline-bar']) {
      const parts = await page.locator(`${bar} :is(button, .tools, h1)`).evaluateAll((elements) => {
        const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0)
        return boxes.map(({ top, bottom, left, right }) => ({ height: bottom - top, left, right }))
      })
      expect(Math.max(...parts.map(({ height }) => height)), bar).toBeLessThan(40)
      expect(Math.max(...parts.map(({ right }) => right)), bar).toBeLessThanOrEqual(1280)
      expect(Math.min(...parts.map(({ left }) => left)), bar).toBeGreaterThanOrEqual(0)
    }
  })
})
