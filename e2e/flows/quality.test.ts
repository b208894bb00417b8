import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { enterText, openVersion, rowText } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const OVERLAPPING = `WEBVTT

00:01.000 --> 00:04.500
One two three

00:04.000 --> 00:06.000
Four five six

00:07.000 --> 00:09.000
Seven eight...

00:08.500 --> 00:11.000
Nine ten
`

test('overlaps of a file are fixed with two keys and one undo brings them back; findings are live and fixed one by one', async ({
  page,
  server,
}) => {
  const editor = await openVersion(page, server.url, OVERLAPPING, 4)
  await test.step('overlaps, by two keys', async () => {
    await editor.timeline.focus()
    await page.keyboard.press('Control+Shift+O')
    const dialog = page.getByRole('dialog', { name: /lines would change/ })
    await expect(dialog).toBeVisible()
    // What would be is shown behind the dialog already.
    await expect.poll(async () => (await editor.times(1))[1]).toBe('00:00:03,999')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect([await editor.times(1), await editor.times(3)]).toEqual([
      ['00:00:01,000', '00:00:03,999'],
      ['00:00:07,000', '00:00:08,499'],
    ])
    await page.keyboard.press('Control+z')
    expect((await editor.times(1))[1]).toBe('00:00:04,500')
    await page.keyboard.press('Control+Shift+O')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await editor.times(1))[1]).toBe('00:00:04,500')
  })
  await test.step('the list leads to its lines and fixes them one by one', async () => {
    await page
      .locator('.pane-tabs')
      .getByRole('tab', { name: /^Quality/ })
      .click()
    const panel = page.getByRole('region', { name: 'Quality' })
    const findings = panel.getByRole('listitem')
    await expect(findings.filter({ hasText: 'before the previous subtitle ends' })).toHaveCount(2)
    await choose(panel.getByLabel('Profile', { exact: true }), 'Netflix')
    await expect(findings.filter({ hasText: 'Three dots' })).toHaveCount(1)

    await editor.timeline.focus()
    await page.keyboard.press('F8')
    await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '2')
    // Line 1 is fine: before the second comes the last.
    await page.keyboard.press('Shift+F8')
    await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '4')

    await choose(panel.getByLabel('Rule'), 'Three dots')
    await expect(findings).toHaveCount(1)
    await panel.getByRole('button', { name: 'Fix line 3: Three dots' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(rowText(page, 3)).toHaveText('Seven eight…')
    await expect(findings.filter({ hasText: 'Three dots' })).toHaveCount(0)

    await (await enterText(page, 3)).fill('Seven eight... again')
    await expect(findings.filter({ hasText: 'Three dots' })).toHaveCount(1)

    const saveReport = async (format: string): Promise<void> => {
      await panel.getByRole('button', { name: 'Save as a report' }).click()
      await page.getByRole('menuitem', { name: format }).click()
    }
    const [download] = await Promise.all([page.waitForEvent('download'), saveReport('CSV')])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain('hint,ellipsis,Use one ellipsis character (…) instead of three dots')
    const [page2] = await Promise.all([page.waitForEvent('download'), saveReport('HTML')])
    expect(await readFile(await page2.path(), 'utf8')).toContain('<td>Seven eight... again</td>')

    await noSeriousFault(page, '.quality')
  })
})

test('a finding is read to its end, and a figure above the limit does not look like the limit', async ({
  page,
  server,
}) => {
  // 26 letters in 1.038 s are 25.05 a second, which rounds to the 25 that is allowed.
  const lines = `1
00:00:01,000 --> 00:00:02,038
abcdefghijklmnopqrstuvwxyz

2
00:00:03,000 --> 00:00:05,000
two  blanks\u0020

3
00:00:05,010 --> 00:00:05,100
short...
`
  await openVersion(page, server.url, lines, 3)
  await page
    .locator('.pane-tabs')
    .getByRole('tab', { name: /^Quality/ })
    .click()
  const panel = page.getByRole('region', { name: 'Quality' })
  await expect(panel.getByText('25.05 characters per second; at most 25')).toBeVisible()
  await expect(page.locator('.row').first().locator('.row-cps')).toHaveText('25.05')
  await choose(panel.getByLabel('Profile', { exact: true }), 'Netflix')
  const texts = panel.locator('.finding-text')
  await expect(panel.getByText(/^Spaces at the end of a line/)).toBeVisible()
  for (const text of await texts.all()) {
    const isCut = await text.evaluate(
      (element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth,
    )
    expect(isCut, await text.innerText()).toBe(false)
  }
})

const FRENCH = `1
00:00:01,000 --> 00:00:04,000
Bonjour ! Comment allez-vous ?

2
00:00:05,000 --> 00:00:08,000
– Bien, merci.
– Et vous?
`

test('French is asked for blanks that no line breaks at and for one sign of dashes, as the profile says', async ({
  page,
  server,
}) => {
  await openVersion(page, server.url, FRENCH, 2, 'fr')
  await page
    .locator('.pane-tabs')
    .getByRole('tab', { name: /^Quality/ })
    .click()
  const panel = page.getByRole('region', { name: 'Quality' })
  const blanks = panel.getByRole('listitem').filter({ hasText: 'French keeps a space that no line breaks at' })
  const dashes = panel.getByRole('listitem').filter({ hasText: 'Speakers’ dashes are written “-”, here “–”' })
  await expect(blanks).toHaveCount(2)
  await expect(dashes).toHaveCount(0)
  await choose(panel.getByLabel('Profile', { exact: true }), 'BBC')
  await expect(dashes).toHaveCount(1)
  await expect(blanks).toHaveCount(0)
  await choose(panel.getByLabel('Profile', { exact: true }), 'Netflix')
  await expect(blanks).toHaveCount(2)
  await panel.getByRole('button', { name: 'Fix line 1: Non-breaking spaces' }).click()
  await page.keyboard.press('Enter')
  await expect(rowText(page, 1)).toHaveText('Bonjour\u00a0! Comment allez-vous\u00a0?')
  await panel.getByRole('button', { name: 'Fix line 2: Signs of dashes' }).click()
  await page.keyboard.press('Enter')
  await expect(rowText(page, 2)).toHaveText('- Bien, merci.\n- Et vous?')
  // They look like other blanks: the text box marks them.
  await enterText(page, 1)
  await page.keyboard.press('Alt+x')
  await expect(page.locator('.text-box-no-break-word')).toHaveCount(2)
})

test('fix all: lines and rules are left out by their ticks, what is marked is what changes, and one undo takes it back', async ({
  page,
  server,
}) => {
  const content = `1
00:00:01,000 --> 00:00:04,000
One two...

2
00:00:05,000 --> 00:00:08,500
Three four...

3
00:00:08,000 --> 00:00:11,000
Five six...
`
  const editor = await openVersion(page, server.url, content, 3)
  const panel = page.getByRole('region', { name: 'Quality' })
  await page
    .locator('.pane-tabs')
    .getByRole('tab', { name: /^Quality/ })
    .click()
  await choose(panel.getByLabel('Profile', { exact: true }), 'Netflix')
  await panel.getByRole('button', { name: 'Fix all…' }).click()
  const dialog = page.getByRole('dialog')
  const row = (n: number) =>
    dialog.locator('.change-line', { has: page.getByLabel(`Change line ${n}`, { exact: true }) })
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 lines')
  await expect(row(1).locator('del')).toHaveText('...')
  await expect(row(1).locator('ins')).toHaveText('…')
  await row(1).click()
  await expect(dialog.getByRole('button', { name: 'Apply to 2 lines' })).toBeEnabled()
  await dialog
    .getByRole('group', { name: 'Rules' })
    .getByLabel(/^Three dots/)
    .uncheck({ force: true })
  await expect(dialog.getByRole('button', { name: 'Apply to 1 line' })).toBeEnabled()
  await expect(row(3)).toContainText('Changes only together with what is left out')
  await dialog
    .getByRole('group', { name: 'Rules' })
    .getByLabel(/^Three dots/)
    .check({ force: true })
  await dialog.getByRole('button', { name: 'Apply to 2 lines' }).click()
  const texts = page.locator('.row-lines')
  await expect(texts.nth(0)).toHaveText('One two...')
  await expect(texts.nth(1)).toHaveText('Three four…')
  await expect(texts.nth(2)).toHaveText('Five six…')
  expect((await editor.times(2))[1]).not.toBe('00:00:08,500')
  await editor.timeline.focus()
  await page.keyboard.press('Control+z')
  await expect(texts.nth(1)).toHaveText('Three four...')
  expect((await editor.times(2))[1]).toBe('00:00:08,500')
})
