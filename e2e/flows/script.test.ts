import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { choose } from '../pages/choice.ts'
import { EditorPage, menu, openSample, rowText, signIn } from '../pages/app.ts'

const SCRIPT = `# The harbour

ANNA: Good morning and welcome to the harbour. [gulls] The first boats leave before the sun comes up.
How long have you been working on the water?

MARTIN: My father taught me when I was seven years old.

ANNA: What do people ask you about most often? Nobody has ever told the mayor about this.

MARTIN: They want to know about the weather and the price of fish.

ANNA: And what do you tell them every time?

MARTIN: The weather is free, but the fish is not.

ANNA: Come back in the winter and bring a warm coat.
`

test('a script is aligned: a file read, the task followed, parts taken and left, one step', async ({
  page,
  server,
}) => {
  await openSample(page, server.url)
  const before = await rowText(page, 1).innerText()
  await menu(page, 'Align a script')
  const dialog = page.getByRole('dialog', { name: 'Align a script' })
  const text = dialog.getByLabel('Script', { exact: true })
  const start = dialog.getByRole('button', { name: /^Start/ })
  await expect(text).toBeFocused()
  await expect(start).toBeDisabled()
  // An invalid file is refused with a message, and leaves the text unchanged.
  await text.fill('My own words.')
  await dialog
    .getByTestId('script-input')
    .setInputFiles({ name: 'script.docx', mimeType: '', buffer: Buffer.from('no archive') })
  await expect(page.getByText('can’t be read as a script')).toBeVisible()
  await expect(text).toHaveValue('My own words.')
  await dialog
    .getByTestId('script-input')
    .setInputFiles({ name: 'harbour.md', mimeType: '', buffer: Buffer.from(SCRIPT) })
  await expect(text).toHaveValue(SCRIPT)
  await expect(dialog).toContainText('Once it runs, it can’t be cancelled')
  await noSeriousFault(page, '.script-dialog')
  await start.click()
  // It continues while the dialog is closed, and is there when it reopens.
  await expect(dialog.getByRole('status')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await menu(page, 'Align a script')
  const notSpoken = dialog.getByRole('group', { name: /^Not spoken/ })
  const notWritten = dialog.getByRole('group', { name: /^Not in the script/ })
  await expect(notSpoken.getByRole('checkbox')).toHaveCount(1, { timeout: 240_000 })
  await expect(notSpoken).toContainText('Nobody has ever told the mayor about this.')
  await expect(notWritten).toContainText(/Thank you for taking us along/)
  await noSeriousFault(page, '.script-dialog')
  await notWritten.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Take 10 lines' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowText(page, 1)).toHaveText('Good morning and welcome to the harbour.')
  await expect(rowText(page, 9)).toHaveText(/^Thank you/)
  await page.keyboard.press('Control+z')
  await expect(rowText(page, 1)).toHaveText(before)
})

const sample = join(import.meta.dirname, '..', '..', 'assets/sample/harbour.mp4')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Align a script' })

async function openLocal(page: Page, url: string, file: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.goto(`${url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(file)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Lines' })).toBeVisible()
}

test('of a file of this computer a script is aligned in the browser, and nothing is sent', async ({ page, server }) => {
  await signIn(page, server.url)
  await openLocal(page, server.url, sample)
  await menu(page, 'Align a script')
  const dialog = dialogOf(page)
  const text = dialog.getByLabel('Script', { exact: true })
  const start = dialog.getByRole('button', { name: 'Align', exact: true })
  await expect(text).toBeFocused()
  await expect(start).toBeDisabled()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.postDataBuffer()) sent.push(request.url())
  })
  const file = dialog.getByTestId('script-input')
  await file.setInputFiles({ name: 'script.docx', mimeType: '', buffer: Buffer.from('no archive') })
  await expect(page.getByText('can’t be read as a script')).toBeVisible()
  await file.setInputFiles({ name: 'harbour.md', mimeType: '', buffer: Buffer.from(SCRIPT) })
  await expect(text).toHaveValue(SCRIPT)
  await expect(dialog).toContainText('The script has 2 speakers (ANNA, MARTIN)')
  // For other languages the dialog points to the server.
  await choose(dialog.getByLabel('Spoken language'), 'French')
  await expect(dialog).toContainText('The model in this browser understands English only')
  await expect(start).toBeDisabled()
  await choose(dialog.getByLabel('Spoken language'), 'English')
  await noSeriousFault(page, '.script-dialog')
  // After cancelling, the script is still there.
  await start.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveValue(SCRIPT)
  await start.click()
  await expect(dialog.getByRole('progressbar', { name: 'Listening' })).toBeVisible()
  const notSpoken = dialog.getByRole('group', { name: /^Not spoken/ })
  await expect(notSpoken.getByRole('checkbox')).toHaveCount(1, { timeout: 240_000 })
  await expect(notSpoken).toContainText('Nobody has ever told the mayor about this.')
  const notWritten = dialog.getByRole('group', { name: /^Not in the script/ })
  await expect(notWritten).toContainText(/Thank you for taking us along/)
  await noSeriousFault(page, '.script-dialog')
  await notWritten.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Take 10 lines' }).click()
  await expect(dialog).toBeHidden()
  expect(sent).toEqual([])
  await expect(rowText(page, 1)).toHaveText('Good morning and welcome to the harbour.')
  await expect(rowText(page, 9)).toHaveText(/^Thank you/)
  // Word times are known, also for the line that the script does not have.
  for (const [n, word] of [
    [1, 'morning'],
    [9, 'you'],
  ] as const) {
    await page
      .locator('.row-number')
      .nth(n - 1)
      .dblclick()
    await new EditorPage(page).timeline.focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(() => marked(page)).toBe(word)
  }
  await page.keyboard.press('Control+z')
  await expect(new EditorPage(page).rows).toHaveCount(0)
})

/** The word that the page marks as spoken now. */
const marked = (page: Page): Promise<string> =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

test('lines without a video can’t be aligned: the dialog says what is needed', async ({ page, server, folder }) => {
  await signIn(page, server.url)
  const subtitle = join(folder, 'film.srt')
  await writeFile(subtitle, '1\n00:00:01,000 --> 00:00:03,000\nHello there.\n')
  await openLocal(page, server.url, subtitle)
  await expect(new EditorPage(page).rows).toHaveCount(1)
  await menu(page, 'Align a script')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Open the video or sound file of the script first')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})
