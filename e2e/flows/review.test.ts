import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, newSample, openEditor, signIn, videoIsReady } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

/** How long the sample is. */
const SAMPLE_MS = 40_000

test('all versions of a folder are moved and moved back, a line is edited over the folder, a stage is set', async ({
  page,
  server,
}) => {
  const client = await signIn(page, server.url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const { file_id } = list.find(({ language }) => language === 'en')!
  const linesOf = async () => (await client.ok('getVersion', { file_id })).subtitle_txt
  const before = await linesOf()

  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos`)
  await page.getByRole('button', { name: 'Change subtitles', exact: true }).click()
  const operations = page.getByRole('dialog', { name: 'Change subtitles' })
  await operations.locator('#operation-by').fill('500')
  await operations.getByRole('button', { name: 'Dry run' }).click()
  await expect(operations.locator('.outcome')).toHaveCount(list.length)
  expect(await linesOf()).toEqual(before)
  await operations.getByRole('button', { name: /^Change \d+ lines/ }).click()
  const entry = operations.getByRole('listitem').filter({ hasText: /^Shift/ })
  await expect(entry).toContainText(`in ${list.length} subtitle versions`)
  expect((await linesOf())[0]?.time).not.toBe(before[0]?.time)
  await entry.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toContainText('Undone')
  expect((await linesOf()).map(({ time }) => time)).toEqual(before.map(({ time }) => time))
  // The pressed button disappeared; the focus must not.
  await page.keyboard.press('Escape')
  await expect(operations).toHaveCount(0)

  // An address opens the editor over the folder at a line.
  const cue = before[2]!.cue_id
  await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos?video=${video_id}&file=${file_id}&cue=${cue}`)
  const editor = new EditorPage(page)
  await expect(page.locator('.row-focused')).toContainText('3')
  await (await enterText(page, 3)).fill('Edited over the folder')
  await page.getByRole('button', { name: 'Save and exit' }).click()
  await expect(editor.timeline).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/lab/pro/folder/${folder_id}/videos$`))
  expect((await linesOf())[2]?.text).toBe('Edited over the folder')

  await page.getByRole('button', { name: 'Workflow', exact: true }).click()
  const work = page.getByRole('dialog', { name: 'Workflow' })
  await choose(work.getByLabel(/^Stage of/).first(), 'timed')
  await expect.poll(async () => (await client.ok('getWorkflow', { folder_id })).counts.timed).toBe(1)

  // A person joins, gets a version, acts under their name, appears in the log, and leaves.
  await work.getByRole('textbox', { name: 'Add a name' }).fill('Marta')
  await page.keyboard.press('Enter')
  await choose(work.getByLabel('Working as'), 'Marta')
  await choose(work.getByLabel(/^Who works on/).first(), 'Marta')
  await choose(work.getByLabel(/^Stage of/).first(), 'checked')
  await expect(work.getByLabel(/^Stage of/).first()).toHaveText('Checked')
  await work.getByRole('button', { name: 'History', exact: true }).first().click()
  const log = page.getByRole('dialog', { name: /^History of/ })
  await expect(log.locator('.work-log li').first()).toContainText('Marta: Timed → Checked')
  await expect(log.locator('.work-log li').nth(1)).toContainText('Marta assigned it to Marta')
  await page.keyboard.press('Escape')
  await expect(log).toHaveCount(0)
  await work.getByRole('button', { name: 'Remove Marta' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(work.getByLabel(/^Who works on/).first()).toHaveText('Unassigned')
})

const WITH_AN_UNKNOWN_LINE = `1
00:00:01,000 --> 00:00:03,000
The house is red.

2
00:00:08,000 --> 00:00:10,000
blorpen wibblet frobnick quandlar grommish

3
00:00:20,000 --> 00:00:22,000
The water is cold.
`

test('a line that a translation gives up has a flag in list, timeline and strip, is come to by key, and looked at', async ({
  page,
  server,
}) => {
  const { client, place } = await newSample(page, server.url)
  const { folder_id, video_id } = place
  const version = { ...place, name: 'mine', language: 'en', content: WITH_AN_UNKNOWN_LINE } as const
  const { file_id } = await client.ok('addVersion', version)
  await client.ok('runTranslate', {
    file_id,
    source_language: 'en',
    to_language: 'es',
    idempotency_key: 'flagged-lines-flow',
  })
  const spanish = async () =>
    (await client.ok('listVersions', { folder_id, video_id })).list.find(({ language }) => language === 'es')
  await expect.poll(async () => (await spanish()) !== undefined, { timeout: 60_000 }).toBe(true)
  const editor = await openEditor(page, server.url, { video: video_id, file: (await spanish())!.file_id })

  await enterText(page, 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+F8')
  await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '2')
  // The strip over the whole video marks its place, and that of no other line.
  const markedAt = (ms: number) =>
    page.getByTestId('minimap-marks').evaluate((canvas: HTMLCanvasElement, share) => {
      const context = canvas.getContext('2d')!
      return context.getImageData(Math.floor(share * canvas.width), 1, 1, 1).data[3]! > 0
    }, ms / SAMPLE_MS)
  await expect.poll(() => markedAt(9000)).toBe(true)
  expect(await markedAt(21_000)).toBe(false)

  await page.keyboard.press('Control+F8')
  await expect.poll(() => markedAt(9000)).toBe(false)

  await test.step('begun over its folder, the editor has the keyboard at once', async () => {
    const { file_id: flagged } = (await spanish())!
    const openLines = async () => (await client.ok('listFlags', { folder_id })).open
    const { subtitle_txt } = await client.ok('getVersion', { file_id: flagged })
    await client.ok('reviewLines', {
      file_id: flagged,
      cue_ids: [subtitle_txt[1]!.cue_id],
      reviewed: false,
      person: '',
    })
    expect(await openLines()).toBe(1)
    await page.goto(`${server.url}/lab/pro/folder/${folder_id}/videos`)
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByRole('dialog', { name: 'Review' }).getByRole('link', { name: 'Begin' }).click()
    await editor.opened()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible()
    await page.keyboard.press('Space')
    // Out of a text the keyboard stays with the editor, and does not go to the dialog under it.
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Text of line 2', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+F8')
    await expect.poll(openLines).toBe(0)
    await page.getByRole('button', { name: 'Save and exit' }).click()
    await expect(editor.timeline).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Review' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Review' })).toHaveCount(0)
  })
})
