import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Client } from '#tests/support/client.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, LibraryPage, menu, openSample, openTwo, signIn } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const FRENCH = `1
00:00:01,000 --> 00:00:03,000
Je ne sais pas où il est allé hier soir.

2
00:00:04,000 --> 00:00:06,000
Mais il va revenir avant la nuit, j'en suis sûre.
`

/** The sample's video without subtitles; returns its id. */
async function bareVideo(page: Page, url: string) {
  const client = await signIn(page, url)
  const place = await client.ok('openSample', { sample_id: 'harbour' })
  await expect
    .poll(async () => (await client.ok('getVideo', { file_id: place.video_id })).state, { timeout: 120_000 })
    .toBe(1)
  for (const { file_id } of (await client.ok('listVersions', place)).list) {
    await client.ok('deleteVersion', { folder_id: place.folder_id, subtitles_id: file_id })
  }
  return { client, place, address: `${url}/lab/pro/srt-edit?video=${place.video_id}` }
}

const versionsOf = async (client: Client, place: { folder_id: string; video_id: string }) =>
  (await client.ok('listVersions', place)).list.map(({ language, is_use, cue_sum }) => [language, is_use, cue_sum])

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Drops a file of text on an element, as a person would from the desktop. */
async function dropOn(page: Page, selector: string, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content!], fileName!))
      return transfer
    },
    [name, text],
  )
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: data })
  await page.dispatchEvent(selector, 'drop', { dataTransfer: data })
}

test('the first screen imports a file: its language is known, and it is active', async ({ page, server }) => {
  const { client, place, address } = await bareVideo(page, server.url)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
  await expect(page.locator('.no-version-cover img')).toHaveJSProperty('complete', true)
  const buttons = page.locator('.no-version-ways button')
  const heights = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height))
  expect(new Set(heights).size, 'no label wraps').toBe(1)
  await expect(page.locator('.video-item[aria-current=page]')).toHaveCount(1)
  await noSeriousFault(page)

  const dialog = page.getByRole('dialog')
  await page.getByTestId('subtitle-file').setInputFiles(file('nothing.srt', ''))
  await expect(dialog.getByRole('alert')).toHaveText('This file is empty. Choose another one.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await dropOn(page, '.no-version', 'film.srt', FRENCH)
  await expect(dialog).toContainText('2 lines (SRT)')
  await expect(dialog.getByLabel('Language')).toHaveAttribute('data-value', 'fr')
  await expect(dialog).toContainText('Detected from the text: French, 100%')
  await expect(dialog.getByLabel('Make it the active version')).toBeChecked()
  await noSeriousFault(page, '[role=dialog]')
  await page.keyboard.press('Enter')
  const editor = new EditorPage(page)
  await expect(editor.rows).toHaveCount(2)
  expect(await versionsOf(client, place)).toEqual([['fr', true, 2]])

  await test.step('a file takes the place of the empty version; reopening goes by the active one', async () => {
    for (const { file_id } of (await client.ok('listVersions', place)).list)
      await client.ok('deleteVersion', { folder_id: place.folder_id, subtitles_id: file_id })
    await page.goto(address)
    await page.getByRole('button', { name: 'Start with an empty version' }).click()
    await editor.opened()
    await page.getByTestId('subtitle-file').setInputFiles(file('film.srt', FRENCH))
    await expect(page.getByRole('dialog').getByLabel('Make it the active version')).toBeChecked()
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await expect(editor.rows).toHaveCount(2)
    expect(await versionsOf(client, place)).toEqual([['fr', true, 2]])

    // A second one is added without becoming active.
    await dropOn(page, '.editor', 'second.srt', FRENCH.split('\n\n')[0]!)
    await expect(page.getByRole('dialog').getByLabel('Make it the active version')).not.toBeChecked()
    await choose(page.getByRole('dialog').getByLabel('Language'), 'German')
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await expect(editor.rows).toHaveCount(1)
    expect(await versionsOf(client, place)).toEqual([
      ['fr', true, 2],
      ['de', false, 1],
    ])
    await page.goto(address)
    await expect(editor.rows).toHaveCount(2)
  })
})

test('a card of the library imports by its menu and by drop; its count and its tasks are shown at once', async ({
  page,
  server,
}) => {
  const { client, place } = await bareVideo(page, server.url)
  // The state left by an earlier dialog: empty and active.
  await client.ok('addVersion', { ...place, name: 'empty', language: 'en' })
  const english = '1\n00:00:01,000 --> 00:00:03,000\nThe boats come back in the evening, as they always did.\n'
  await page.goto(`${server.url}/lab/library/file/${place.folder_id}`)
  const library = new LibraryPage(page)
  await library.ready()
  const chooser = page.waitForEvent('filechooser')
  await library.choose('Import a subtitle file…')
  await (await chooser).setFiles(file('first.srt', english))
  await expect(page.getByRole('dialog').getByLabel('Language')).toHaveAttribute('data-value', 'en')
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(library.card).toContainText('1 subtitle')
  await dropOn(page, '.video-card', 'second.srt', FRENCH)
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(library.card).toContainText('2 subtitles')

  await library.choose('Translate subtitles')
  await expect(page.getByLabel('Subtitle version')).toHaveAttribute(
    'data-value',
    (await client.ok('listVersions', place)).list.find(({ is_use }) => is_use)!.file_id,
  )
  await choose(page.getByLabel('Target language'), 'es')
  const row = await library.run('subtitle_translate')
  await expect(library.card).toContainText('3 subtitles')
  const name = row.locator('.task-name')
  await expect(name).toHaveText('Subtitle translation')
  expect(await name.evaluate((element) => element.clientWidth >= element.scrollWidth)).toBe(true)
})

test('versions show what the checks say of them; they are renamed, given a language, duplicated, made active and deleted', async ({
  page,
  server,
}) => {
  const { editor, spanish } = await openTwo(page, server.url)
  const first = page.url()
  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/file.srt/fileinfo')) read.push(request.url())
  })
  const dialog = page.getByRole('dialog', { name: 'Manage versions' })
  const row = dialog.locator(`[data-version="${spanish}"]`)
  const open = () => page.getByRole('button', { name: 'Manage versions' }).click()
  await open()
  await expect(dialog.locator('[data-active=true]')).toContainText('1 warning')
  await expect(row).toContainText('No findings')
  expect(read).toHaveLength(1)
  await page.keyboard.press('Escape')

  await test.step('the open one as it is edited, the others as they were counted', async () => {
    await (await enterText(page, 1)).fill('')
    await open()
    await expect(dialog.locator('[data-active=true]')).toContainText('1 error')
    await expect(row).toContainText('No findings')
    expect(read).toHaveLength(1)
  })

  await test.step('a name shows before the server has it, and goes where it is refused', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/file.srt/rename', async (route) => {
      await held
      await route.fulfill({ json: { code: 1001, message: 'Not today', data: null } })
    })
    const open = page.getByLabel('Subtitle version')
    const before = (await open.textContent()) ?? ''
    await dialog.getByLabel('Name of version 1').fill('Final cut')
    await page.keyboard.press('Enter')
    await expect(open).toHaveText(/^1 · Final cut · English/)
    release()
    await expect(page.getByText('Not today')).toBeVisible()
    await expect(open).toHaveText(before)
    await page.unroute('**/file.srt/rename')
  })

  await test.step('one that can not be read says so; an empty one is told as such', async () => {
    await page.keyboard.press('Escape')
    await page.route('**/file.srt/fileinfo*', (route) => route.abort())
    await page
      .locator('.pane-tabs')
      .getByRole('tab', { name: /^Quality/ })
      .click()
    await choose(page.getByLabel('Profile', { exact: true }), 'bbc')
    await open()
    await expect(row).toContainText('Could not be checked')
    await page.unroute('**/file.srt/fileinfo*')
    await dialog.getByRole('button', { name: 'Add version' }).click()
    await page.getByRole('menuitem', { name: 'Start with an empty version' }).click()
    await expect(editor.rows).toHaveCount(0)
    await open()
    await expect(dialog.locator('tbody tr').nth(2)).toContainText('Empty')
  })

  await test.step('by keyboard: renamed, given a language, duplicated, made active and deleted', async () => {
    await dialog.getByRole('button', { name: 'Delete version 3' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.goto(first)
    await editor.opened()
    await open()
    await expect(dialog.getByRole('button', { name: 'Delete version 1' })).toBeDisabled()
    await noSeriousFault(page, '[role=dialog]')
    await dialog.getByLabel('Name of version 2').fill('Final')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Duplicate version 2' }).press('Enter')
    await expect(dialog.getByLabel('Name of version 3')).toHaveValue('Final')
    await choose(dialog.getByLabel('Language of version 3'), 'Italian')
    await dialog.getByRole('button', { name: 'Make active: version 2' }).press('Enter')
    await expect(dialog.locator(`[data-version="${spanish}"]`)).toHaveAttribute('data-active', 'true')
    // The open one is deleted: the active one takes its place.
    await dialog.getByRole('button', { name: 'Delete version 1' }).press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(editor.rows).toHaveCount(3)
    await page.getByLabel('Subtitle version').click()
    await expect(page.getByRole('option')).toHaveText([/^2 · Final · Spanish .*\(active\)$/, /^3 · Final · Italian/])
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(editor.rows).toHaveCount(3)
    await expect(page.getByLabel('Subtitle version')).toHaveAttribute('data-value', spanish)
  })
})

test('an export as it was chosen; questions and refusals by keyboard', async ({ page, server }) => {
  const editor = await openSample(page, server.url)
  await test.step('an export has the line ends and the mark that were chosen, and the choice is kept', async () => {
    const save = async (): Promise<Buffer> => {
      const download = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      return readFile(await (await download).path())
    }
    await menu(page, 'Export subtitles')
    const plain = await save()
    expect([plain[0], plain.includes('\r')]).toEqual([0x31, false])
    await menu(page, 'Export subtitles')
    await choose(page.getByLabel('Line endings'), 'CRLF (Windows)')
    await page.getByText('Begin with a byte order mark').click()
    await expect(page.getByLabel('Begin with a byte order mark')).toBeChecked()
    await save()
    await page.reload()
    await menu(page, 'Export subtitles')
    const windows = await save()
    expect([...windows.subarray(0, 6)]).toEqual([0xef, 0xbb, 0xbf, 0x31, 0x0d, 0x0a])
    expect(windows.toString('utf8').slice(1).replaceAll('\r\n', '\n')).toBe(plain.toString('utf8'))
  })
  await test.step('questions and refusals are answered by keyboard', async () => {
    const count = await editor.rows.count()
    await page.locator('.row-number').nth(1).click()
    await editor.timeline.focus()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(editor.rows).toHaveCount(count - 1)
    await editor.saved()
    await editor.leave()

    await page.route('**/jowoai.srttranslate/run', (route) =>
      route.fulfill({ json: { code: 1001, message: 'Not today', data: null } }),
    )
    const library = new LibraryPage(page)
    await library.choose('Translate subtitles')
    await page.getByRole('button', { name: /^Start for/ }).press('Enter')
    await expect(page.getByText('Not today')).toBeVisible()
    const isInDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
    await expect.poll(isInDialog).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
