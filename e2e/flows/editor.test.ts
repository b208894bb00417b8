import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, enterText, openSample, rowText } from '../pages/app.ts'
import { SAVES } from '../pages/saves.ts'
import { choose } from '../pages/choice.ts'
import { passFrames } from '../pages/painted.ts'

test('the timeline: still while nothing changes, dragged without an overlap, in all drag modes, played; fit for a screen reader', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await test.step('nothing is drawn while nothing changes', async () => {
    const frames = async () => (await editor.drawnView()).frames
    const drawnWhile = async (pageFrames: number): Promise<number> => {
      const before = await frames()
      await passFrames(page, pageFrames)
      return (await frames()) - before
    }
    // Pictures and sound of the video come first, in parts on a busy machine.
    await expect.poll(() => drawnWhile(120), { timeout: 30_000 }).toBe(0)
  })
  await test.step('dragging never lets two lines overlap, and one undo takes a drag back', async () => {
    const before = await editor.times(1)
    const [secondIn] = await editor.times(2)
    await editor.drag(3015, 9000, -3)
    const [, out] = await editor.times(1)
    expect(secondIn).toBe('00:00:03,915')
    expect(out).toBe('00:00:03,914')
    await page.keyboard.press('Control+z')
    expect(await editor.times(1)).toEqual(before)
    await page.keyboard.press('Control+Shift+z')
    expect((await editor.times(1))[1]).toBe('00:00:03,914')
    // A body stops at both neighbours and keeps its length.
    await editor.drag(5500, 30_000)
    const [start, end] = await editor.times(2)
    expect([start, end]).toEqual(['00:00:04,814', '00:00:08,054'])
    for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z')
    expect(await editor.times(1)).toEqual(before)
  })
  await test.step('an edge is drawn to its neighbour, and Escape leaves everything as it was', async () => {
    // Zoomed in, so that eight pixels are a tenth of a second.
    await choose(page.getByLabel('Visible span'), '10s')
    await editor.drag(3015, 3880, -3, false)
    expect((await editor.times(1))[1]).toBe('00:00:03,914')
    const kept = await editor.times(2)
    const from = await editor.at(5500)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y, { steps: 3 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await editor.times(2)).toEqual(kept)
    await page.keyboard.press('Control+z')
  })
  await test.step('roll takes the shared edge along, ripple all that follows, a selection moves as one', async () => {
    await choose(page.getByLabel('Visible span'), '1min')
    const spaces = async () => {
      const times = await Promise.all([1, 2, 3].map((row) => editor.times(row)))
      return times.map(([start, end]) => [toMs(start), toMs(end)] as const)
    }
    const before = await spaces()
    await editor.timeline.focus()
    for (const _ of [1, 2, 3]) await page.keyboard.press('g')
    await expect(page.getByRole('radio', { name: 'Ripple' })).toBeChecked()
    await editor.drag(before[1]![1], before[1]![1] + 700, -3)
    const rippled = await spaces()
    expect(rippled[2]![0] - rippled[1]![1]).toBe(before[2]![0] - before[1]![1])
    expect(rippled[2]![0]).toBeGreaterThan(before[2]![0])
    await page.keyboard.press('Control+z')
    expect(await spaces()).toEqual(before)

    await page.getByText('Compress', { exact: true }).click()
    await editor.drag(before[0]![1], before[1]![0] + 500, -3)
    const compressed = await spaces()
    expect(compressed[0]![1]).toBe(compressed[1]![0] - 1)
    expect(compressed[1]![1]).toBe(before[1]![1])
    await page.keyboard.press('Control+z')

    await page.getByText('Block', { exact: true }).click()
    await page.locator('.row-number').nth(0).click()
    await page
      .locator('.row-number')
      .nth(1)
      .click({ modifiers: ['Shift'] })
    await editor.drag((before[0]![0] + before[0]![1]) / 2, (before[0]![0] + before[0]![1]) / 2 - 300)
    const moved = await spaces()
    expect(moved[0]![0] - before[0]![0]).toBe(moved[1]![0] - before[1]![0])
    expect(moved[0]![0]).toBeLessThan(before[0]![0])
    expect(moved[2]).toEqual(before[2])
    await page.keyboard.press('Control+z')
  })
  await test.step('Space plays and stops, and the line on screen is shown', async () => {
    const place = await editor.at(1500)
    await page.mouse.click(place.x, place.y)
    await expect(page.getByTestId('overlay-subtitle')).toHaveText('Good morning and welcome to the harbor.')
    await editor.timeline.focus()
    await page.keyboard.press('Space')
    await expect(page.getByTestId('clock')).not.toContainText('00:00:01,500')
    await page.keyboard.press('Space')
    expect(await page.getByTestId('video').evaluate((video) => (video as HTMLVideoElement).paused)).toBe(true)
  })
  await noSeriousFault(page)
})

test('without the server nothing is lost: kept on the device, restored after a reload, sent when it is back', async ({
  page,
  server,
  context,
}) => {
  const editor = await openSample(page, server.url)
  await context.route(SAVES, (route) => route.abort())
  await (await enterText(page, 1)).fill('Written without a server')
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'offline')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await editor.opened()
  await expect(rowText(page, 1)).toHaveText('Written without a server')
  await context.unroute(SAVES)
  await editor.saved()
  await page.reload()
  await editor.opened()
  await expect(rowText(page, 1)).toHaveText('Written without a server')
})

test('two tabs on one version: different lines are merged, of the same line both readings are kept', async ({
  page,
  server,
  context,
}) => {
  const first = await openSample(page, server.url)
  const other = await context.newPage()
  await other.goto(page.url())
  const second = new EditorPage(other)
  await second.opened()
  // Each would take over the other's save: here neither gets it before its own edit.
  await context.route('**/admin/file.srt/fileinfo**', (route) => route.abort())
  await (await enterText(page, 1)).fill('from the first')
  await first.saved()
  await (await enterText(other, 2)).fill('from the second')
  await second.saved()
  await expect(rowText(other, 1)).toHaveText('from the first')
  await (await enterText(page, 2)).fill('both wrote this')
  await page.locator('[aria-rowindex="2"] .row-readings').click()
  await page.getByRole('menuitem', { name: 'Take the other reading' }).click()
  await expect(rowText(page, 2)).toHaveText('from the second')
  await first.saved()
})

function toMs(stamp: string): number {
  const [hours, minutes, seconds] = stamp.replace(',', '.').split(':').map(Number)
  return Math.round((hours! * 3600 + minutes! * 60 + seconds!) * 1000)
}
