import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { enterText, menu, newSample, openEditor, openTwo, rowText } from '../pages/app.ts'
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

test('a shift moves all chosen versions or none, and one undo takes it back everywhere', async ({ page, server }) => {
  const { editor, spanish } = await openTwo(page, server.url)
  const stored = async () => (await timesOf(page, spanish))[0]
  await editor.timeline.focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Which lines'), 'All lines')
  await dialog.getByText('Spanish').click()
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByLabel('By').fill('-850')
  await expect(dialog.getByText('line 1 would start before the file')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Move/ })).toBeDisabled()
  await dialog.getByLabel('By').fill('10001')
  await expect(dialog.getByText('Invalid shift value')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Move/ })).toBeDisabled()
  await dialog.getByLabel('By').fill('-850')
  await dialog.getByLabel('Exact value').fill('soon')
  await expect(dialog.getByText('Invalid shift value')).toBeVisible()
  await dialog.getByLabel('Exact value').fill('20:00')
  await expect(dialog.getByText(/line \d+ would end after the file/).first()).toBeVisible()
  await dialog.getByLabel('Exact value').fill('0:01.234')
  await noSeriousFault(page)
  await dialog.getByRole('button', { name: 'Move 13 lines' }).click()
  await expect.poll(async () => (await editor.times(1))[0]).toBe('00:00:02,034')
  await expect.poll(stored).toBe('00:00:02,134 --> 00:00:04,334')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  expect((await editor.times(1))[0]).toBe('00:00:00,800')
  await expect.poll(stored).toBe('00:00:00,900 --> 00:00:03,100')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toBe('00:00:02,134 --> 00:00:04,334')
})

test('replace all: a row for each line, with a tick and the letters that change; capitals stay where that is asked for', async ({
  page,
  server,
}) => {
  const lines = Array.from({ length: 400 }, (_, at) => {
    const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
    const word = at === 1 ? 'HARBOUR' : at % 2 === 0 ? 'Harbour' : 'harbour'
    return `${at + 1}\n${time(at * 100)} --> ${time(at * 100 + 90)}\nThe ${word} ${at + 1}\n`
  })
  const { client, place } = await newSample(page, server.url)
  const version = { ...place, name: 'mine', language: 'en', content: lines.join('\n') } as const
  const { file_id } = await client.ok('addVersion', version)
  const editor = await openEditor(page, server.url, { video: place.video_id, file: file_id })
  await editor.timeline.focus()
  await page.keyboard.press('Control+h')
  await page.getByLabel('Find', { exact: true }).fill('harbour')
  await page.getByLabel('Replace with').fill('harbor')
  await page.getByRole('button', { name: 'Replace all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace all' })
  const row = (n: number) =>
    dialog.locator('.change-line', { has: page.getByLabel(`Change line ${n}`, { exact: true }) })
  await expect(dialog.getByRole('status')).toHaveText('400 of 400 lines')
  await expect(row(1).locator('del')).toHaveText('Harbou')
  await expect(row(1).locator('ins')).toHaveText('harbo')
  await dialog.getByLabel('Keep capitals and small letters as they are').check({ force: true })
  await expect(row(1).locator('del')).toHaveText('u')
  await expect(row(2).locator('del')).toHaveText('U')
  // Far down, by scrolling: a row is on the page where it is looked at.
  await dialog.locator('.virtual-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await row(399).click()
  await expect(dialog.getByRole('status')).toHaveText('399 of 400 lines')
  await dialog.getByLabel('All lines').click({ force: true })
  await expect(dialog.getByRole('status')).toHaveText('400 of 400 lines')
  await row(400).click()
  await dialog.getByRole('button', { name: 'Replace in 399 lines' }).click()
  await expect(dialog).toHaveCount(0)
  const stored = async () => (await client.ok('getVersion', { file_id })).subtitle_txt.map(({ text }) => text)
  await page.keyboard.press('Escape')
  await editor.saved()
  const after = await stored()
  expect([after[0], after[1], after[2], after[3], after[399]]).toEqual([
    'The Harbor 1',
    'The HARBOR 2',
    'The Harbor 3',
    'The harbor 4',
    'The harbour 400',
  ])
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(rowText(page, 1)).toHaveText('The Harbour 1')
})

test('find goes from match to match; replace shows what it would do, over all versions, with one undo', async ({
  page,
  server,
}) => {
  const { editor } = await openTwo(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Control+h')
  await page.getByLabel('Find', { exact: true }).fill('water')
  await page.keyboard.press('Enter')
  await expect(page.locator('.find-count')).toHaveText('1 of 1')
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')
  await page.getByLabel('Regular expression').click()
  await page.getByLabel('Find', { exact: true }).fill('(')
  await expect(page.locator('.find-count')).toHaveText('This pattern is not valid')
  await page.getByLabel('Find', { exact: true }).fill('\\b(\\w)ater')
  await page.getByLabel('Replace with').fill('$1aves')
  await choose(page.getByLabel('Where'), 'All versions of the file')
  await page.getByRole('button', { name: 'Replace all' }).click()
  const question = page.getByRole('dialog', { name: 'Replace all' })
  await expect(question).toContainText('In 1 other version too.')
  await expect(question.locator('.change-line del').first()).toHaveText('ter')
  await expect(question.locator('.change-line ins').first()).toHaveText('ves')
  const text = rowText(page, 3)
  await expect(text).toHaveText('How long have you been working on the waves?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveText('How long have you been working on the water?')
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await question.getByRole('button', { name: 'Replace in 2 lines' }).click()
  await expect(text).toHaveText('How long have you been working on the waves?')
  await page.getByLabel('Find', { exact: true }).press('Escape')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(text).toHaveText('How long have you been working on the water?')

  // Figures follow the text, rows are balanced by the profile.
  const long = 'They want to know about the weather and the price of fish and of the boats.'
  await (await enterText(page, 6)).fill(long)
  await expect(page.locator('.row').nth(5).locator('.row-figure-off')).not.toHaveCount(0)
  await page.keyboard.press('Control+Alt+b')
  await expect(rowText(page, 6)).toHaveText(/^.{30,42}\n.{30,42}$/)
  await page.getByLabel('Text of line 6', { exact: true }).evaluate((field: HTMLTextAreaElement) => {
    field.setSelectionRange(9, 9)
  })
  await page.keyboard.press('Control+Enter')
  await expect(editor.rows).toHaveCount(11)
  await expect(rowText(page, 6)).toHaveText('They want')
})

test('two versions are compared side by side; differences are taken one by one', async ({ page, server }) => {
  const { editor } = await openTwo(page, server.url)
  await menu(page, 'Compare versions')
  const panel = page.getByRole('region', { name: 'Compare versions' })
  await choose(panel.getByLabel('Compare with'), { index: 1 })
  const items = panel.getByRole('listitem')
  await expect(items).toHaveCount(9)
  await expect(page.locator('.row-reference').first()).toHaveText('Buenos días y bienvenidos al puerto.')
  await panel.getByRole('button', { name: 'Measure against it' }).click()
  const figures = panel.locator('.compare-measures dd')
  await expect(figures).toHaveCount(4)
  expect(parseFloat(await figures.first().innerText())).toBeGreaterThan(50)
  await noSeriousFault(page)
  await panel.getByRole('button', { name: 'Take theirs for line 1', exact: true }).click()
  await expect(items).toHaveCount(8)
  // They are of the lines that were measured.
  await expect(figures).toHaveCount(0)
  expect(await editor.times(1)).toEqual(['00:00:00,900', '00:00:03,100'])
  await panel.getByRole('button', { name: 'Keep mine for line 2', exact: true }).click()
  await expect(items).toHaveCount(7)
  await panel.getByRole('button', { name: 'Take all' }).click()
  await expect(editor.rows).toHaveCount(3)
  await panel.getByRole('button', { name: 'Measure against it' }).click()
  // One line was kept.
  await expect.poll(async () => parseFloat(await figures.first().innerText())).toBeLessThan(50)
  await expect(rowText(page, 2)).toHaveText(/^The first boats/)
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
})

test('splits and merges are made in a linked reference version too, and one undo takes both back', async ({
  page,
  server,
}) => {
  const { editor, spanish } = await openTwo(page, server.url)
  await choose(page.getByLabel('Reference', { exact: true }), spanish)
  const reference = page.locator('.row-reference')
  const first = 'Buenos días y bienvenidos al puerto.'
  await expect(reference.first()).toHaveText(first)
  // It is shown again where the version is opened again.
  await page.reload()
  await editor.opened()
  await expect(page.getByLabel('Reference', { exact: true })).toHaveAttribute('data-value', spanish)
  await expect(reference.first()).toHaveText(first)
  const middle = await editor.at(1907)
  await page.mouse.click(middle.x, middle.y)
  await editor.timeline.focus()
  await page.keyboard.press('/')
  await expect(editor.rows).toHaveCount(11)
  await expect(reference.nth(0)).toHaveText('Buenos días y')
  await expect(reference.nth(1)).toHaveText('bienvenidos al puerto.')
  await page.keyboard.press('Control+z')
  await expect(reference.first()).toHaveText(first)
  await page.keyboard.press('m')
  await expect(reference.first()).toHaveText(`${first} Los primeros barcos salen antes del sol.`)
  const stored = () => timesOf(page, spanish)
  await expect.poll(stored).toHaveLength(2)
  // Not in step: the other version stays as it is, and its text stays with the line that shares most time with it.
  await page.getByRole('button', { name: 'Split and merge in the reference version too' }).click()
  await editor.timeline.focus()
  await page.keyboard.press('m')
  await expect(editor.rows).toHaveCount(8)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(editor.rows).toHaveCount(10)
  await expect.poll(stored).toHaveLength(3)
})
