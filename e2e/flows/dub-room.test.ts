import { expect, test } from '../fixture.ts'
import { enterText, openSample } from '../pages/app.ts'

test('the voices of a dub lie below the lines; a line is heard, its length is known, and an edit makes it new', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Shift+D')
  await expect(page.getByTestId('voices-summary')).toHaveText(
    /^Voices, estimated: all 10 lines fit · Finish: \d+ credits$/,
  )
  const mixer = page.getByRole('region', { name: 'Mixer of the dub' })
  await expect(mixer).toContainText('10 of 10 lines have no take yet')
  await page.locator('.row-number').nth(2).click()
  const details = page.getByRole('region', { name: 'Line in focus' })
  await expect(details).toContainText('Voice, estimated')
  await expect(details.getByRole('combobox', { name: 'Voice', exact: true })).not.toHaveText('')
  await page.keyboard.press('Shift+X')
  await expect(details).toContainText('Voice, as heard', { timeout: 30_000 })
  await expect(mixer).toContainText('9 of 10 lines have no take yet')
  await expect(details.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(details.getByRole('option', { name: 'Take 1' })).toContainText('in the dub')
  await (await enterText(page, 3)).fill('How long have you been working on the water, my friend? '.repeat(3))
  await expect(details).toContainText('Voice, estimated')
  await expect(page.getByTestId('voices-summary')).toContainText('1 of 10 lines too long')
  await page.keyboard.press('Control+z')
  await expect(details).toContainText('Voice, as heard')
  // Takes survive a reload.
  await page.reload()
  await page.locator('.row-number').nth(2).click()
  await expect(details.getByRole('option', { name: 'Take 1' })).toContainText('in the dub')
})
