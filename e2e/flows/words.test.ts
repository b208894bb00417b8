import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { LibraryPage, menu, newSample, openVersion, rowText } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'
import { drawing } from '../pages/drawing.ts'

/** Word times; the second cue has none. */
const SPOKEN = `WEBVTT

00:00:01.000 --> 00:00:03.000
Good <00:00:01.500><i>morning</i> <00:00:02.200>harbor

00:00:04.000 --> 00:00:06.000
no times here

00:00:07.000 --> 00:00:09.000
and <00:00:07.600>so <00:00:08.200>on
`

/** The active word on the page. */
const marked = (page: Page): Promise<string> =>
  page.evaluate(() => [...(CSS.highlights.get('spoken-word') ?? [])].map(String).join())

const clock = (page: Page) => page.getByTestId('clock')

test('the word at the playhead is marked; keys go from word to word, a click with Alt to the word under it', async ({
  page,
  server,
}) => {
  const editor = await openVersion(page, server.url, SPOKEN, 3)
  await page.locator('.row-number').first().dblclick()
  await expect.poll(() => marked(page)).toBe('Good')
  await editor.timeline.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(() => marked(page)).toBe('morning')
  await expect(clock(page)).toContainText('00:00:01,500')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  // Over the cue without known word times.
  await expect.poll(() => marked(page)).toBe('and')
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect.poll(() => marked(page)).toBe('harbor')

  // The words of a cue that others were merged into.
  await page.locator('.row-number').nth(1).click()
  await page.keyboard.press('m')
  await expect(rowText(page, 2)).toHaveText('no times here and so on')
  for (const word of ['times', 'here', 'and', 'so']) {
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(() => marked(page)).toBe(word)
  }
  await page.keyboard.press('Control+z')
  await expect(page.locator('.row-number')).toHaveCount(3)

  const text = rowText(page, 3)
  const { height } = (await text.boundingBox())!
  await text.click({ modifiers: ['Alt'], position: { x: 45, y: height / 2 } })
  await expect.poll(() => marked(page)).toBe('so')
  await expect(clock(page)).toContainText('00:00:07,600')

  // While it plays, the next words are marked.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await expect.poll(() => marked(page)).toBe('on')
})

const YELLOW = [255, 216, 61] as const
const VIOLET = [109, 59, 245] as const

test('a template marks the spoken word in the picture at once; its parts are changed, kept and saved as drawn', async ({
  page,
  server,
}) => {
  const editor = await openVersion(page, server.url, SPOKEN, 3)
  await page.locator('.row-number').first().dblclick()
  await expect(page.getByTestId('subtitle-canvas')).toHaveAttribute('data-drawn', 'text')
  expect((await drawing(page, YELLOW)).share).toBe(0)
  await page.getByRole('button', { name: 'Show style of subtitles', exact: true }).click()
  const templates = page.getByRole('group', { name: 'Templates for short videos' })
  await templates.getByRole('button', { name: 'Coloured word', exact: true }).click()
  await expect(templates.getByRole('button', { name: 'Coloured word', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect.poll(async () => (await drawing(page, YELLOW)).share).toBeGreaterThan(0)
  const first = await drawing(page, YELLOW)
  await editor.timeline.focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(async () => (await drawing(page, YELLOW)).left).toBeGreaterThan(first.left + 0.02)

  await templates.getByRole('button', { name: 'Boxed word', exact: true }).click()
  await expect.poll(async () => (await drawing(page, VIOLET)).share).toBeGreaterThan(0)
  await choose(page.getByLabel('The word that is said'), 'single')
  await expect.poll(async () => (await drawing(page, VIOLET)).share).toBe(0)
  await expect(page.getByText('Words without known times are spread over their line by length.')).toBeVisible()

  await menu(page, 'Export subtitles…')
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Format'), 'ass')
  await dialog.getByText('As it is drawn in the picture').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/Dialogue: 0,0:00:01\.50,0:00:02\.20,Default,,0,0,0,,\{\\1c&HFFFFFF&\}morning/)
})

test('the form of the task takes a template, and says what lines without times of words get', async ({
  page,
  server,
}) => {
  const { place } = await newSample(page, server.url)
  await page.goto(`${server.url}/lab/library/file/${place.folder_id}`)
  await new LibraryPage(page).choose('Make a video with subtitles')
  await choose(page.getByLabel('Spoken word'), 'boxed')
  await expect(page.getByText('Words without known times are spread over their line')).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/admin/jowoai.videosynthesis/run'))
  await page.getByRole('button', { name: /^Start for/ }).click()
  expect((await sent).postDataJSON()).toMatchObject({ style: { words: { effect: 'box', box: '#6d3bf5' } } })
})
