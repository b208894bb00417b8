import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { type EditorPage, enterText, menu, openVersion, rowText } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

const LINES = `1
00:00:01,000 --> 00:00:02,000
one

2
00:00:03,000 --> 00:00:04,000
two

3
00:00:11,000 --> 00:00:13,000
three
`

async function playheadAt(page: Page, editor: EditorPage, ms: number): Promise<void> {
  await page.keyboard.press('Control+g')
  await page.getByLabel('Line number or time').fill(new Date(ms).toISOString().slice(11, 23))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('clock')).toContainText(new Date(ms).toISOString().slice(11, 23).replace('.', ','))
  await editor.timeline.focus()
}

const chooseLine = (page: Page, line: number): Promise<void> =>
  page
    .locator('.row-number')
    .nth(line - 1)
    .click()

test.describe('copy, cut and paste', () => {
  test('lines by the keys of the clipboard', async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const editor = await openVersion(page, server.url, LINES, 3)

    await test.step('two lines come in at the playhead, with the distance between them', async () => {
      await chooseLine(page, 1)
      await page
        .locator('.row-number')
        .nth(1)
        .click({ modifiers: ['Shift'] })
      await editor.timeline.focus()
      await page.keyboard.press('Control+c')
      const text = await page.evaluate(() => navigator.clipboard.readText())
      expect(text.replaceAll('\r\n', '\n')).toBe(LINES.slice(0, LINES.indexOf('3\n00:00:11')))
      await playheadAt(page, editor, 5000)
      await page.keyboard.press('Control+v')
      await expect(editor.rows).toHaveCount(5)
      expect(await editor.times(3)).toEqual(['00:00:05,000', '00:00:06,000'])
      expect(await editor.times(4)).toEqual(['00:00:07,000', '00:00:08,000'])
      await page.keyboard.press('Control+z')
      await expect(editor.rows).toHaveCount(3)
    })

    await test.step('where there is no room for all nothing comes in', async () => {
      await playheadAt(page, editor, 10_000)
      await page.keyboard.press('Control+v')
      await expect(page.getByText('Insufficient time gap')).toBeVisible()
      await expect(editor.rows).toHaveCount(3)
    })

    await test.step('cut, and back at its own time', async () => {
      await chooseLine(page, 2)
      await editor.timeline.focus()
      await page.keyboard.press('Control+x')
      await expect(editor.rows).toHaveCount(2)
      await page.keyboard.press('Control+Shift+v')
      await expect(editor.rows).toHaveCount(3)
      expect(await editor.times(2)).toEqual(['00:00:03,000', '00:00:04,000'])
    })

    await test.step('a text of another program, and one without times', async () => {
      await page.evaluate(() =>
        navigator.clipboard.writeText('Dialogue: 0,0:00:30.00,0:00:31.50,Default,,0,0,0,,from elsewhere'),
      )
      await page.keyboard.press('Control+Shift+v')
      await expect(editor.rows).toHaveCount(4)
      expect(await editor.times(4)).toEqual(['00:00:30,000', '00:00:31,500'])
      await page.evaluate(() => navigator.clipboard.writeText('just words\n'))
      await playheadAt(page, editor, 20_000)
      await page.keyboard.press('Control+v')
      await expect(editor.rows).toHaveCount(5)
      expect(await editor.times(4)).toEqual(['00:00:20,000', '00:00:22,000'])
      await expect(rowText(page, 4)).toHaveText('just words')
    })

    await test.step('from the menu of a line', async () => {
      await page.locator('.row-number').nth(2).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Cut lines' }).click()
      await expect(editor.rows).toHaveCount(4)
      await playheadAt(page, editor, 25_000)
      await page.locator('.row-number').nth(0).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Paste lines at the playhead' }).click()
      await expect(editor.rows).toHaveCount(5)
      expect(await editor.times(4)).toEqual(['00:00:25,000', '00:00:27,000'])
    })

    await test.step('in a text the keys are the text’s', async () => {
      await enterText(page, 1)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+c')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('one')
      await expect(editor.rows).toHaveCount(5)
    })
  })
})

test.describe('stretch', () => {
  test('to two lines by key, and to another frame rate', async ({ page, server }) => {
    const editor = await openVersion(page, server.url, LINES, 3)
    await chooseLine(page, 1)
    await playheadSeek(page, 2000)
    await editor.timeline.focus()
    await page.keyboard.press('y')
    await expect(page.getByText('Line 1 belongs at 00:00:02,000')).toBeVisible()
    await chooseLine(page, 3)
    await playheadSeek(page, 22_000)
    await editor.timeline.focus()
    await page.keyboard.press('y')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor.times(3)).toEqual(['00:00:22,000', '00:00:26,000'])
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await editor.times(1)).toEqual(['00:00:02,000', '00:00:04,000'])
    expect(await editor.times(2)).toEqual(['00:00:06,000', '00:00:08,000'])
    await page.keyboard.press('Control+z')
    expect(await editor.times(3)).toEqual(['00:00:11,000', '00:00:13,000'])

    await menu(page, 'Stretch times…')
    await page.getByText('Frame rate').click()
    await choose(page.getByLabel('Timed for'), '25 frames per second')
    await choose(page.getByLabel('Video has'), '24 frames per second')
    await expect(page.getByRole('cell', { name: '00:00:11,458' })).toBeVisible()
    await page.getByRole('button', { name: 'Move 3 lines' }).click()
    expect((await editor.times(3))[0]).toBe('00:00:11,458')

    await menu(page, 'Stretch times…')
    await page.getByLabel('Belongs at').nth(1).fill('01:00:00,000')
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid move time' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Move/ })).toBeDisabled()
    await page.getByLabel('Belongs at').nth(1).fill('soon')
    await expect(page.getByRole('alert').filter({ hasText: 'A time can’t be read' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await editor.times(3))[0]).toBe('00:00:11,458')
  })
})

async function playheadSeek(page: Page, ms: number): Promise<void> {
  await page.evaluate((time) => {
    document.querySelector('video')!.currentTime = time / 1000
  }, ms)
  await expect(page.getByTestId('clock')).toContainText(new Date(ms).toISOString().slice(11, 19))
}

test.describe('everyday keys', () => {
  test('go to a line or a time, lead-in and lead-out, a line over a marked stretch, the waveform’s height', async ({
    page,
    server,
  }) => {
    const editor = await openVersion(page, server.url, LINES, 3)
    await editor.timeline.focus()
    await page.keyboard.press('Control+g')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('clock')).toContainText('00:00:11,000')
    await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')

    await page.keyboard.press('Control+g')
    await page.getByLabel('Line number or time').fill('99')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No such place: this version has 3 lines')).toBeVisible()
    await page.keyboard.press('Escape')

    await editor.timeline.focus()
    await page.keyboard.press('c')
    await page.keyboard.press('Shift+c')
    expect(await editor.times(3)).toEqual(['00:00:10,900', '00:00:13,350'])

    const [from, to] = [await editor.at(5000), await editor.at(7000)]
    await page.keyboard.down('Shift')
    await page.mouse.move(from.x, from.y - 60)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y - 60, { steps: 5 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(page.getByTestId('range')).toBeVisible()
    await page.keyboard.press('Shift+n')
    await expect(editor.rows).toHaveCount(4)
    await expect(page.getByTestId('range')).toBeHidden()
    const [start, end] = await editor.times(3)
    expect(start).toMatch(/^00:00:0(4,9|5,0)/)
    expect(end).toMatch(/^00:00:0(6,9|7,0)/)

    const loud = await loudPixels(page)
    await page.keyboard.press('Alt+=')
    await page.keyboard.press('Alt+=')
    await expect.poll(() => loudPixels(page)).toBeGreaterThan(loud)
    await page.mouse.move(from.x, from.y - 60)
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, 300)
    await page.keyboard.up('Alt')
    await expect.poll(() => loudPixels(page)).toBeLessThanOrEqual(loud)
    await page.keyboard.press('Alt+0')
    await expect.poll(() => loudPixels(page)).toBe(loud)
  })
})

/** Pixels of the timeline's waveform that are not its ground. */
function loudPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=timeline] canvas')!
    const copy = document.createElement('canvas')
    copy.width = canvas.width
    copy.height = 84
    const context = copy.getContext('2d')!
    context.drawImage(canvas, 0, -94)
    const { data } = context.getImageData(0, 0, copy.width, copy.height)
    const ground = data.slice(0, 3).join()
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (data.slice(at, at + 3).join() !== ground) count++
    return count
  })
}
