import { expect, test } from '../fixture.ts'
import { enterText, openVersion, rowText } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'

test('a row looks the same when its line becomes active; bars keep still; a version opens where it was left, with its undo', async ({
  page,
  server,
}) => {
  const texts = [
    'Plain',
    'Two\nrows',
    '<i>Styled</i> and <b>bold</b>',
    'long text '.repeat(30).trim(),
    '这是一个比较长的中文字幕'.repeat(6),
    'مرحبا بالعالم',
  ]
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
  const lines = texts.map((text, at) => `${at + 1}\n${time(at * 900)} --> ${time(at * 900 + 800)}\n${text}\n`)
  const editor = await openVersion(page, server.url, lines.join('\n'), texts.length)
  const clock = page.getByTestId('clock')
  await test.step('a row looks the same when its line becomes active, and the letters of its field are at the same places', async () => {
    await page.addStyleTag({
      content: `.row { background: none !important; box-shadow: none !important }
        .row-field:focus { border-color: transparent !important; background: none !important; caret-color: transparent }
        .row-field:focus { box-shadow: none !important }
        .field-alone .row-focused .row-lines { visibility: hidden }`,
    })
    const fieldAlone = (isAlone: boolean) =>
      page.evaluate((alone) => document.body.classList.toggle('field-alone', alone), isAlone)
    const shot = async (n: number): Promise<Buffer> => {
      await page.mouse.move(1, 1)
      return rowText(page, n).screenshot()
    }
    for (const [at, text] of texts.entries()) {
      const n = at + 1
      await editor.comeTo(n === 1 ? 2 : 1)
      const before = await shot(n)
      await editor.comeTo(n)
      expect((await shot(n)).equals(before), text).toBe(true)
      // The field shows tags and all of a longer text; letters that join lie at other fractions of a pixel.
      if (/[<م]/.test(text) || text.length > 60) continue
      await enterText(page, n)
      await fieldAlone(true)
      expect((await shot(n)).equals(before), text).toBe(true)
      await fieldAlone(false)
    }
  })
  await test.step('opened where it was left: line, zoom, place and playhead', async () => {
    await choose(page.getByLabel('Visible span'), '10s')
    await editor.comeTo(3)
    await expect(clock).toContainText('00:00:01,800')
    const before = await editor.xOf(1800)
    await page.reload()
    await editor.opened()
    await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '3')
    await expect(clock).toContainText('00:00:01,800')
    await expect(page.getByLabel('Visible span')).toHaveAttribute('data-value', '10s')
    await expect.poll(() => editor.xOf(1800)).toBeCloseTo(before, 0)
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await test.step('nothing in the bars moves or wraps when something is saved or the window is small', async () => {
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.editor-bar > *')].map((part) => Math.round(part.getBoundingClientRect().left)),
      )
    const before = await places()
    await (await enterText(page, 1)).fill('Another')
    expect(await places()).toEqual(before)
    await editor.saved()
    expect(await places()).toEqual(before)
    expect(await page.getByTestId('save-mark').evaluate((mark) => mark.scrollWidth - mark.clientWidth)).toBeLessThan(1)
    // One row of it is 25 pixels high.
    expect((await clock.boundingBox())!.height).toBeLessThan(30)
  })
  await test.step('undo is there after a page that was left in the moment of the edit', async () => {
    const text = rowText(page, 2)
    const kept = await text.innerText()
    await enterText(page, 2)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await page.reload()
    await editor.opened()
    await expect(text).toHaveText(`${kept} now`)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
    await editor.timeline.focus()
    await page.keyboard.press('Control+z')
    await expect(text).toHaveText(kept)
  })
})
