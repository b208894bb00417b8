import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeCue, sequentialIds, shifted } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import {
  addVersion,
  EditorPage,
  enterText,
  menu,
  newSample,
  openTwo,
  openVersion,
  rowText,
  signIn,
} from '../pages/app.ts'
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
  await expect(rowText(page, 2)).toHaveText('Hello there, Qorvath\nsays the harbour.')
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
  await enterText(page, 1)
  await page.keyboard.press('Alt+o')
  await expect(rowText(page, 1)).toHaveText('Buenos días y bienvenidos al puerto.')
  // The engines' own translation comes beside what is written, and is used by the same key.
  await enterText(page, 2)
  await page.keyboard.press('Alt+i')
  const suggested = page.getByRole('status', { name: 'Suggestion' })
  await expect(suggested).toHaveText(/first/i)
  await page.keyboard.press('Alt+i')
  await expect(rowText(page, 2)).toHaveText((await suggested.textContent()) ?? '')
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
    await dialog.getByRole('tab', { name: 'Import' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: content })
    await expect(dialog.locator('.review-sum')).toBeVisible()
  }
  for (const kind of ['docx', 'xlsx', 'txt', 'srt', 'ass']) {
    await back(`a.${kind}`, await readFile(await out(kind)))
    await expect(dialog.locator('.review-sum')).toHaveText(
      /^0 texts change · 0 lines of the file have no match here · 0 lines/,
    )
    await page.keyboard.press('Escape')
  }
  const csv = await readFile(await out('csv'), 'utf8')
  expect(csv).toContain('Buenos días y bienvenidos al puerto.')
  const first = await rowText(page, 1).innerText()
  const [from, to] = await editor.times(1)
  const rows = csv.split('\r\n').with(1, `1,"${from}","${to}",,'=Hello,Too short?`)
  await back('a.csv', Buffer.from(rows.join('\r\n')))
  await expect(dialog.locator('.review-sum')).toHaveText(/^1 text changes/)
  await dialog.getByRole('button', { name: 'Apply 2 changes' }).click()
  await expect(rowText(page, 1)).toHaveText('=Hello')
  await expect(page.getByRole('button', { name: /comment/i }).first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(rowText(page, 1)).toHaveText(first)
})

/** The sample's own lines, two seconds late. */
const late = async (): Promise<string> => {
  const { cues } = readSrt(await readFile('assets/sample/harbour.en.srt', 'utf8'), sequentialIds('c'))
  return writeSrt(cues.map((cue) => shifted(cue, 2000)))
}

/** Holds back what comes from an address until what it returns is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('stretching finds where lines belong by the sound and by the reference, or says that nothing matches', async ({
  page,
  server,
}) => {
  const sound = await hold(page, '**/peaks.bin*')
  const { client, place } = await newSample(page, server.url)
  const version = { ...place, name: 'mine', language: 'en', content: await late() } as const
  const { file_id } = await client.ok('addVersion', version)
  await page.goto(`${server.url}/lab/pro/srt-edit?${new URLSearchParams({ video: place.video_id, file: file_id })}`)
  const editor = new EditorPage(page)
  await expect(editor.rows).toHaveCount(10)
  const dialog = page.getByRole('dialog', { name: 'Stretch times' })
  const by = async (way: string): Promise<void> => {
    await editor.timeline.focus()
    await page.keyboard.press('Shift+T')
    await dialog.getByRole('radio', { name: way }).click()
  }
  await by('By the reference')
  await expect(dialog.getByRole('alert')).toHaveText('Show a reference version first')
  await dialog.getByRole('radio', { name: 'By the sound' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The sound has not been read yet, or there is no speech in it')
  sound()
  await expect(dialog.locator('.sync-matched')).toHaveText(/^Moved by −(?:1\.9|2\.0)\d\d s, stretched by 1\.00000$/)
  await dialog.getByRole('button', { name: 'Move 10 lines' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await editor.times(1))[0]).toMatch(/^00:00:00,[789]\d\d$/)
  await page.keyboard.press('Control+z')

  const text = await hold(page, '**/file.srt/fileinfo*')
  await by('By the reference')
  await choose(dialog.getByLabel('Reference version'), { index: 1 })
  await expect(dialog.getByRole('alert')).toHaveText('Finding where the lines belong…')
  text()
  await expect(dialog.locator('.sync-matched')).toHaveText('Moved by −2.000 s, stretched by 1.00000')
  await page.keyboard.press('Escape')
  const short = await addVersion(page, MISSPELLED)
  await page.reload()
  await editor.opened()
  await choose(page.getByLabel('Reference', { exact: true }), short)
  await by('By the reference')
  await expect(dialog.getByRole('alert')).toHaveText('No match: no place stands out. Nothing will be changed')
})

test('a file of EBU STL is edited, and goes out as itself and as captions with what these can not keep', async ({
  page,
  server,
  folder,
}) => {
  await signIn(page, server.url)
  const cues = [makeCue('a', 1000, 3000, '<i>Good morning.</i>'), makeCue('b', 4000, 6000, 'Two\nrows')]
  const path = join(folder, 'film.stl')
  await writeFile(path, fileBytes(writeSubtitle(cues, 'stl', { language: 'en' }).text, 'stl'))
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles(path)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await (await enterText(page, 2)).fill('Edited\nhere')
  const dialog = page.getByRole('dialog', { name: 'Export subtitles' })
  const exported = async (format: string) => {
    await menu(page, 'Export subtitles')
    await choose(dialog.getByLabel('Format', { exact: true }), format)
    if (format === 'scc') await expect(dialog).toContainText('Times moved to whole frames')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const file = await readSubtitleBytes(await readFile(await (await download).path()), sequentialIds('c'))
    return [file.format, file.cues.map(({ text }) => text)]
  }
  expect(await exported('stl')).toEqual(['stl', ['<i>Good morning.</i>', 'Edited\nhere']])
  expect(await exported('scc')).toEqual(['scc', ['<i>Good morning.</i>', 'Edited\nhere']])
})
