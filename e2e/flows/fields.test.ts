import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixture.ts'
import { EditorPage, enterText, openVersion, signIn } from '../pages/app.ts'

const LINES = `1
00:00:01,000 --> 00:00:02,000
one

2
00:00:05,000 --> 00:00:07,000
two

3
00:00:10,000 --> 00:00:12,000
three
`

test('times are typed over, stepped, pasted, and what can not be is said', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const editor = await openVersion(page, server.url, LINES, 3)
  const start = page.getByLabel('In time of line 2', { exact: true })
  const end = page.getByLabel('Out time of line 2', { exact: true })
  const length = page.getByLabel('Length of line 2', { exact: true })
  const said = page.locator('.time-refused')
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await page.keyboard.press('Control+v')
  }

  await test.step('digits overwrite, the caret passes over separators, Enter takes the time', async () => {
    await editor.comeTo(2)
    await page.keyboard.press('Tab')
    await expect(start).toBeFocused()
    await page.keyboard.type('000003015')
    await expect(start).toHaveValue('00:00:03,015')
    await page.keyboard.press('Backspace')
    await expect(start).toHaveValue('00:00:03,010')
    await page.keyboard.press('Enter')
    expect((await editor.times(2))[0]).toBe('00:00:03,010')
    // The next one is a Tab away.
    await page.keyboard.press('Tab')
    await expect(end).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect(start).toHaveValue('00:00:05,000')
    await page.keyboard.press('Control+Shift+z')
    await expect(start).toHaveValue('00:00:03,010')
  })

  await test.step('arrows step the digits at the caret; Escape brings the time back', async () => {
    await start.focus()
    await page.keyboard.press('Home')
    for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(start).toHaveValue('00:00:05,010')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await expect(start).toHaveValue('00:00:04,110')
    await page.keyboard.press('Escape')
    await expect(start).toHaveValue('00:00:03,010')
    await expect(start).not.toBeFocused()
  })

  await test.step('a click places the caret', async () => {
    await start.click({ position: { x: 106, y: 14 } })
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('7')
    await expect(start).toHaveValue('00:00:03,070')
    await page.keyboard.press('Escape')
  })

  await test.step('any spelling is pasted, or written over the whole', async () => {
    await start.focus()
    await paste('0:04.5')
    await expect(start).toHaveValue('00:00:04,500')
    await page.keyboard.press('Enter')
    expect((await editor.times(2))[0]).toBe('00:00:04,500')
    await end.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('6.5')
    await page.keyboard.press('Enter')
    expect((await editor.times(2))[1]).toBe('00:00:06,500')
  })

  await test.step('a refused time says why and stays to be corrected', async () => {
    const cases = [
      [start, '00:00:20,000', 'The in time comes before the out time: at most 00:00:06,499'],
      [start, '00:00:01,500', 'Runs into the line before: at least 00:00:02,001'],
      [end, '00:00:04,000', 'The out time comes after the in time: at least 00:00:04,501'],
      [end, '00:00:11,000', 'Runs into the next line: at most 00:00:09,999'],
      [end, 'soon', 'Not a time. Write it like 00:00:06,500 or 6.5'],
      [length, '60', 'Runs into the next line: at most 5,499'],
      [page.getByLabel('Out time of line 3', { exact: true }), '01:00:00,000', 'Past the end of the file: at most 00:'],
    ] as const
    for (const [field, text, words] of cases) {
      await editor.comeTo(field === cases.at(-1)![0] ? 3 : 2)
      await field.focus()
      await field.fill(text)
      await page.keyboard.press('Enter')
      await expect(said).toContainText(words)
      await expect(field).toHaveValue(text)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await page.keyboard.press('Escape')
      await expect(said).toHaveCount(0)
    }
    // Leaving without Enter keeps it too, with a message.
    await editor.comeTo(2)
    await end.fill('00:00:11,000')
    await enterText(page, 1)
    await expect(said).toContainText('Runs into the next line')
    expect((await editor.times(2))[1]).toBe('00:00:11,000')
    await editor.comeTo(2)
    await expect(end).toHaveValue('00:00:11,000')
    await end.fill('00:00:08,000')
    await page.keyboard.press('Enter')
    await expect(said).toHaveCount(0)
    expect(await editor.times(2)).toEqual(['00:00:04,500', '00:00:08,000'])
  })

  await test.step('a length sets the out time', async () => {
    await expect(length).toHaveValue('3,500')
    await length.fill('2')
    await page.keyboard.press('Enter')
    await expect(length).toHaveValue('2,000')
    expect((await editor.times(2))[1]).toBe('00:00:06,500')
    // One undo for each time that was typed.
    await page.keyboard.press('Control+z')
    await expect(length).toHaveValue('3,500')
    await expect(end).toHaveValue('00:00:08,000')
  })
})

test('times in frames, kept for the person', async ({ page, server }) => {
  const editor = await openVersion(page, server.url, LINES, 3)
  const clock = page.getByTestId('clock')
  await expect(clock).toContainText('00:00:00,000')
  await clock.click()
  await expect(clock).toContainText('00:00:00:00')
  expect(await editor.times(2)).toEqual(['00:00:05:00', '00:00:07:00'])
  const end = page.getByLabel('Out time of line 2', { exact: true })
  const length = page.getByLabel('Length of line 2', { exact: true })
  await editor.comeTo(2)
  await expect(length).toHaveValue('2:00')
  await end.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await editor.times(2))[1]).toBe('00:00:06:24')
  await expect(length).toHaveValue('1:24')
  await end.fill('00:00:06:25')
  await page.keyboard.press('Enter')
  await expect(page.locator('.time-refused')).toContainText('No frame has this time at 25 frames per second')
  await page.keyboard.press('Escape')
  await page.getByTestId('timeline').focus()
  await page.keyboard.press('Control+End')
  await editor.saved()
  await page.reload()
  await editor.opened()
  expect((await editor.times(2))[1]).toBe('00:00:06:24')
  await clock.click()
  expect((await editor.times(2))[1]).toBe('00:00:06,960')
})

test('times in drop frame, where the rate of the video has it', async ({ page, server, folder }) => {
  const video = join(folder, 'broadcast.mp4')
  const picture = ['-f', 'lavfi', '-i', 'color=c=gray:s=160x90:r=30000/1001:d=64']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', video])
  const lines = join(folder, 'broadcast.srt')
  await writeFile(lines, '1\n00:01:00,100 --> 00:01:01,500\nafter the first minute\n')
  await signIn(page, server.url)
  await page.goto(`${server.url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles([video, lines])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const editor = new EditorPage(page)
  await editor.opened()
  const clock = page.getByTestId('clock')
  await clock.click()
  expect(await editor.times(1)).toEqual(['00:01:00:01', '00:01:01:13'])
  await clock.click()
  await expect(clock).toContainText('00:00:00;00')
  expect(await editor.times(1)).toEqual(['00:01:00;03', '00:01:01;15'])
  // The first two frames of the minute have no name.
  const start = page.getByLabel('In time of line 1', { exact: true })
  await editor.comeTo(1)
  await start.fill('00:01:00;01')
  await page.keyboard.press('Enter')
  await expect(page.locator('.time-refused')).toContainText('No frame has this time at 29.97 frames per second')
  await start.fill('00:01:00;02')
  await page.keyboard.press('Enter')
  await expect(page.locator('.time-refused')).toHaveCount(0)
  await clock.click()
  expect((await editor.times(1))[0]).toBe('00:01:00,060')
})

test('where times are in frames, dialogs, findings, messages and reports are too', async ({ page, server }) => {
  const editor = await openVersion(page, server.url, LINES.replace('00:00:05,000', '00:00:06,800'), 3)
  await page.getByTestId('clock').click()
  expect(await editor.times(2)).toEqual(['00:00:06:20', '00:00:07:00'])

  await test.step('go to', async () => {
    await editor.timeline.focus()
    await page.keyboard.press('Control+g')
    const place = page.getByLabel('Line number or time')
    await expect(place).toHaveAttribute('placeholder', '00:00:00:00')
    await expect(page.getByRole('dialog')).toContainText('For example 125, 12:30 or 00:12:30:13')
    await place.fill('00:00:06:10')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('clock')).toContainText('00:00:06:10')
    // Milliseconds are read too.
    await page.keyboard.press('Control+g')
    await place.fill('00:00:10,000')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('clock')).toContainText('00:00:10:00')
  })

  await test.step('a sync point and the dialog', async () => {
    await page.locator('.row-number').nth(0).click()
    await editor.timeline.focus()
    await page.keyboard.press('y')
    await expect(page.getByText('Line 1 belongs at 00:00:01:00')).toBeVisible()
    await page.keyboard.press('Shift+t')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Belongs at').nth(1)).toHaveValue('00:00:10:00')
    await dialog.getByLabel('Belongs at').nth(1).fill('00:00:10:12')
    await expect(dialog.getByRole('row').last()).toContainText('00:00:10:0000:00:10:12')
    await page.keyboard.press('Escape')
  })

  await test.step('shift by frames', async () => {
    await page.locator('.row-number').nth(1).click()
    await editor.timeline.focus()
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('-250 to 250')
    await dialog.getByLabel('By', { exact: true }).fill('-145')
    await expect(dialog).toContainText('Line 2 would run into a line that stays (at 00:00:01:00)')
    await dialog.getByLabel('Exact value').fill('-00:00:01:05')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await editor.times(2)).toEqual(['00:00:05:15', '00:00:05:20'])
  })

  await test.step('findings', async () => {
    await page
      .locator('.pane-tabs')
      .getByRole('tab', { name: /^Quality/ })
      .click()
    const finding = page.locator('.finding').first()
    await expect(finding).toContainText('00:00:05:15')
    await expect(finding).toContainText('Lasts 0:05; at least 0:13 (seconds:frames)')
  })
})
