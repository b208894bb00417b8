import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { openTwo } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

/** Times of a version's lines as the server has them. */
function timesOf(page: Page, fileId: string): Promise<string[]> {
  return page.evaluate(async (file) => {
    const { token } = JSON.parse(localStorage.getItem('access_token')!) as { token: string }
    const answer = await fetch(`/admin/file.srt/fileinfo?file_id=${file}`, { headers: { token } })
    const { data } = (await answer.json()) as { data: { subtitle_txt: { time: string }[] } }
    return data.subtitle_txt.map(({ time }) => time)
  }, fileId)
}

test('speakers: added with a picture, given to lines, renamed, coloured, copied from another version, deleted', async ({
  page,
  server,
}) => {
  const { editor, spanish } = await openTwo(page, server.url)
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Speakers', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Speakers' })
  await expect(panel).toContainText('No speakers yet')
  await panel.getByRole('button', { name: 'Add speaker' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please enter a name for the speaker')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Marta')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } })
  const addPicture = async (n: number) => {
    await page.getByTestId('avatar-file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: 'Use this part' }).click()
    await expect(page.getByAltText(`Picture ${n}`)).toBeVisible()
  }
  await addPicture(1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.locator('img')).toHaveJSProperty('naturalWidth', 240)

  await panel.getByRole('button', { name: 'Actions for Marta' }).click()
  await page.getByRole('menuitem', { name: 'Edit speaker' }).click()
  const removers = page.getByRole('button', { name: /^Remove picture/ })
  await expect(removers, 'the only picture stays').toHaveCount(0)
  for (const n of [2, 3, 4]) await addPicture(n)
  await expect(page.getByRole('button', { name: 'Add a picture' })).toHaveCount(0)
  await removers.nth(1).click()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible()
  await page.getByTestId('avatar-file').setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^This picture can’t be used/)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.locator('.speaker-faces img')).toHaveCount(3)

  await page.locator('.row-number').nth(0).click()
  await page
    .locator('.row-number')
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await panel.getByRole('button', { name: 'Assign Marta to the selected lines (3)' }).click()
  await expect(page.locator('.row .row-role-name').filter({ hasText: 'Marta' })).toHaveCount(3)
  await expect(panel.getByTestId('role-state')).toHaveText('Tagging')
  await panel.getByText('Marta', { exact: true }).dblclick()
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await expect(page.locator('.row .row-role-name').filter({ hasText: 'Ana' })).toHaveCount(3)
  await editor.saved()
  await noSeriousFault(page)

  // A reference is shown again where its version is opened again.
  await choose(page.getByLabel('Reference', { exact: true }), spanish)
  const reference = page.locator('.row-reference').first()
  await expect(reference).toHaveText('Buenos días y bienvenidos al puerto.')
  await page.reload()
  await editor.opened()
  await expect(reference).toHaveText('Buenos días y bienvenidos al puerto.')

  // A shift goes to the other version by the server, and its undo too.
  const stored = async () => (await timesOf(page, spanish))[0]
  await editor.timeline.focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Which lines'), 'All lines')
  await dialog.getByText('Spanish').click()
  await dialog.getByLabel('Exact value').fill('0:01.234')
  await dialog.getByRole('button', { name: 'Move 13 lines' }).click()
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:02,034')
  await expect.poll(stored).toBe('00:00:02,134 --> 00:00:04,334')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toBe('00:00:00,900 --> 00:00:03,100')
  expect((await editor.times(1))[0]).toBe('00:00:00,800')
  await editor.saved()

  await choose(page.getByLabel('Subtitle version'), spanish)
  await expect(editor.rows).toHaveCount(3)
  await page.locator('.pane-tabs').getByRole('tab', { name: 'Speakers', exact: true }).click()
  await panel.getByRole('button', { name: 'Copy speakers from another version' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toContainText('3 lines get other speakers. 0 of them already have speakers')
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(panel.getByTestId('role-state')).toHaveText('Tagged')
  await editor.saved()
  await panel.getByRole('button', { name: 'Actions for Ana' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByTestId('role-state')).toHaveText('Untagged')
  await editor.saved()
})
