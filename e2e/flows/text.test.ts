import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { menu, openTwo, openVersion } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const MISSPELLED = `WEBVTT

00:01.000 --> 00:03.000
Good morning.

00:04.000 --> 00:06.000
Helo there, Qorvath
says the harbour.
`

test('unknown words: gone to by one key, corrected by another, kept with the folder', async ({ page, server }) => {
  const editor = await openVersion(page, server.url, MISSPELLED, 2)
  await editor.timeline.focus()
  await page.keyboard.press('Alt+g')
  const box = page.getByRole('region', { name: 'Text of the line' })
  const field = box.getByRole('textbox')
  await expect(box.locator('.text-box-misspelled-word')).toHaveText(['Helo', 'Qorvath'])
  await expect(field).toBeFocused()
  await expect(box.locator('.text-box-row').first()).toHaveAttribute('data-letters', '19')
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Hello', exact: true }).click()
  await expect(page.getByLabel('Text of line 2', { exact: true })).toHaveValue(
    'Hello there, Qorvath\nsays the harbour.',
  )
  await page.keyboard.press('Alt+g')
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Add to the folder’s words' }).click()
  await expect(box.locator('.text-box-misspelled-word')).toHaveCount(0)
  await expect(box).toContainText('Spelling fine')
  await field.press('End')
  await page.keyboard.type('!')
  await expect(box.locator('.text-box-row').first()).toHaveAttribute('data-letters', '21')
  await noSeriousFault(page, '.text-box')
})

test('translating: the source beside the text, the next untranslated line and the source by one key each', async ({
  page,
  server,
}) => {
  const { editor } = await openTwo(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Alt+t')
  const source = page.getByRole('note', { name: 'Source' })
  await expect(source).toHaveText(/Buenos días y bienvenidos al puerto\./)
  // The third line says in both versions the same.
  await page.keyboard.press('Alt+j')
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')
  await page.keyboard.type('How long?')
  await page.getByLabel('Text of line 1', { exact: true }).click()
  await page.keyboard.press('Alt+o')
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('Buenos días y bienvenidos al puerto.')
  // The engines' own translation comes beside what is written, and is used by the same key.
  await page.getByLabel('Text of line 2', { exact: true }).click()
  await page.keyboard.press('Alt+i')
  const suggested = page.getByRole('status', { name: 'Suggestion' })
  await expect(suggested).toHaveText(/first/i)
  await page.keyboard.press('Alt+i')
  await expect(page.getByLabel('Text of line 2', { exact: true })).toHaveValue((await suggested.textContent()) ?? '')
})

test('review files go out as tables and both texts in one line, and come back as one step', async ({
  page,
  server,
}) => {
  const { editor } = await openTwo(page, server.url)
  const dialog = page.getByRole('dialog', { name: 'Review file' })
  const out = async (kind: string): Promise<string> => {
    await menu(page, 'Review file')
    await choose(dialog.getByLabel('File', { exact: true }), kind)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: false }).click()
    return (await download).path()
  }
  const back = async (name: string, content: Buffer): Promise<void> => {
    await menu(page, 'Review file')
    await dialog.getByRole('tab', { name: 'Take in' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: content })
    await expect(dialog.locator('.review-sum')).toBeVisible()
  }
  for (const kind of ['docx', 'xlsx', 'srt', 'ass']) {
    await back(`a.${kind}`, await readFile(await out(kind)))
    await expect(dialog.locator('.review-sum')).toHaveText(
      /^0 texts change · 0 lines of the file are none here · 0 lines/,
    )
    await page.keyboard.press('Escape')
  }
  const csv = await readFile(await out('csv'), 'utf8')
  expect(csv).toContain('Buenos días y bienvenidos al puerto.')
  const first = await page.getByLabel('Text of line 1', { exact: true }).inputValue()
  const [from, to] = await editor.times(1)
  const rows = csv.split('\r\n').with(1, `1,"${from}","${to}",,'=Hello,Too short?`)
  await back('a.csv', Buffer.from(rows.join('\r\n')))
  await expect(dialog.locator('.review-sum')).toHaveText(/^1 text changes/)
  await dialog.getByRole('button', { name: 'Take in 2 changes' }).click()
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue('=Hello')
  await expect(page.getByRole('button', { name: /comment/i }).first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Text of line 1', { exact: true })).toHaveValue(first)
})
