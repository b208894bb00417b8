import type { CDPSession } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { type EditorPage, openVersion, rowText } from '../pages/app.ts'

const LINES = `1
00:00:05,000 --> 00:00:08,000
One two three

2
00:00:12,000 --> 00:00:15,000
Four five
`

const CONTROL = 2

interface Place {
  readonly x: number
  readonly y: number
}

/** A touchpad, a touch screen and a pen, as the browser gets their events from the system. */
class Fingers {
  private readonly devices: CDPSession
  constructor(devices: CDPSession) {
    this.devices = devices
  }

  /** Two fingers on a touchpad: small steps, with fractions. */
  async pad(at: Place, deltaX: number, deltaY: number, modifiers = 0): Promise<void> {
    await this.devices.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX, deltaY, modifiers })
  }

  async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Place[]): Promise<void> {
    const touchPoints = points.map((point, id) => ({ ...point, id }))
    await this.devices.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async pen(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Place): Promise<void> {
    await this.devices.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
    })
  }
}

/** Pixels from one time to another. */
async function apart(editor: EditorPage, from: number, to: number): Promise<number> {
  return (await editor.at(to)).x - (await editor.at(from)).x
}

test('two fingers on a touchpad or the screen zoom and pan, one finger and a pen move lines, a pen’s other end deletes one', async ({
  page,
  server,
}) => {
  const editor = await openVersion(page, server.url, LINES, 2)
  const fingers = new Fingers(await page.context().newCDPSession(page))
  const head = (await editor.timeline.boundingBox())!.y + 40

  await test.step('a touchpad zooms at the pointer and keeps the direction of a movement', async () => {
    const at = { ...(await editor.at(6000)), y: head }
    const before = await apart(editor, 5000, 8000)
    for (let step = 0; step < 8; step++) await fingers.pad(at, 0, -6.25, CONTROL)
    await expect.poll(() => apart(editor, 5000, 8000)).toBeGreaterThan(before * 1.4)
    expect(Math.abs((await editor.at(6000)).x - at.x)).toBeLessThan(2)
    const left = (await editor.at(6000)).x
    // A little aslant, and more so at the end.
    for (const [across, down] of [
      [12.5, 2.25],
      [12.5, 4.5],
      [4.25, 9.5],
    ] as const) {
      await fingers.pad(at, across, down)
    }
    await expect.poll(async () => Math.round(left - (await editor.at(6000)).x)).toBe(29)
  })

  await test.step('two fingers on the screen stay at the times that they touched', async () => {
    const [a, b] = [await editor.at(6000), await editor.at(7000)]
    await fingers.touch('touchStart', a)
    await fingers.touch('touchStart', a, b)
    await fingers.touch('touchMove', { ...a, x: a.x - 20 }, b)
    await fingers.touch('touchMove', { ...a, x: a.x - 60 }, { ...b, x: b.x + 80 })
    await expect.poll(async () => Math.round((await editor.at(7000)).x - b.x)).toBe(80)
    expect(Math.round((await editor.at(6000)).x - a.x)).toBe(-60)
    await fingers.touch('touchEnd')
    // The first finger had begun to drag the line.
    expect(await editor.times(1)).toEqual(['00:00:05,000', '00:00:08,000'])
  })

  await test.step('one finger moves a line, takes hold of an edge beside it, and pans elsewhere; a tap puts the playhead', async () => {
    await drag(fingers, await editor.at(6500), { x: 60, y: 0 })
    await expect.poll(async () => (await editor.times(1))[0]).not.toBe('00:00:05,000')
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.times(1)).toEqual(['00:00:05,000', '00:00:08,000'])
    const end = await editor.at(8000)
    await drag(fingers, { ...end, x: end.x - 14 }, { x: -30, y: 0 })
    await expect.poll(async () => (await editor.times(1))[1]).not.toBe('00:00:08,000')
    expect((await editor.times(1))[0]).toBe('00:00:05,000')
    await page.keyboard.press('Control+z')
    const gap = await editor.at(9000)
    const before = gap.x
    await drag(fingers, gap, { x: -90, y: 0 })
    await expect.poll(async () => Math.round(before - (await editor.at(9000)).x)).toBeGreaterThan(60)
    const at = await editor.at(7000)
    await fingers.touch('touchStart', at)
    await fingers.touch('touchEnd')
    await expect(page.getByTestId('clock')).toContainText(/00:00:0[67]/)
    // Held, it asks for the menu of what it is on; a browser without a touch screen has no such event of its own.
    const other = await editor.at(13_000)
    await editor.timeline.evaluate((element, { x, y }) => {
      const place = { clientX: x, clientY: y, bubbles: true, cancelable: true, pointerType: 'touch' }
      element.dispatchEvent(new PointerEvent('contextmenu', place))
    }, other)
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', '2')
    await page.keyboard.press('Escape')
  })

  await test.step('a pen resizes a line, and its other end deletes one', async () => {
    const end = await editor.at(8000)
    await fingers.pen('mouseMoved', { ...end, x: end.x - 2 })
    await fingers.pen('mousePressed', { ...end, x: end.x - 2 })
    await fingers.pen('mouseMoved', { ...end, x: end.x - 20 })
    await fingers.pen('mouseMoved', { ...end, x: end.x - 42 })
    await fingers.pen('mouseReleased', { ...end, x: end.x - 42 })
    await expect.poll(async () => (await editor.times(1))[1]).not.toBe('00:00:08,000')
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.times(1)).toEqual(['00:00:05,000', '00:00:08,000'])
    // The browser's own protocol has no other end of a pen: the event is as a pen sends it.
    const line = await editor.at(6500)
    await editor.timeline.evaluate((element, { x, y }) => {
      const place = { clientX: x, clientY: y, bubbles: true, pointerId: 9, pointerType: 'pen' }
      element.dispatchEvent(new PointerEvent('pointerdown', { ...place, button: 5, buttons: 32 }))
      element.dispatchEvent(new PointerEvent('pointerup', { ...place, button: 5, buttons: 0 }))
    }, line)
    await expect(editor.rows).toHaveCount(1)
    await expect(rowText(page, 1)).toHaveText('Four five')
    await page.keyboard.press('Control+z')
    await expect(editor.rows).toHaveCount(2)
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })
  test('a tap on a time comes to its field, of any line', async ({ page, server }) => {
    const { rows } = await openVersion(page, server.url, LINES, 2)
    // A finger shows no tools: what goes as it is lifted would take the tap with it.
    const tools = page.locator('.row-tools')
    await rows.first().dispatchEvent('pointerover', { pointerType: 'touch' })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(tools).toHaveCount(0)
    await rows.first().dispatchEvent('pointerover', { pointerType: 'mouse' })
    await expect(tools).toHaveCount(1)
    await page.locator('.rows-scroller').dispatchEvent('pointerleave', { pointerType: 'mouse' })
    await expect(tools).toHaveCount(0)
    for (const [n, column, name] of [
      [2, 1, 'Out time of line 2'],
      [1, 0, 'In time of line 1'],
    ] as const) {
      const cell = page.locator(`.row[aria-rowindex="${n}"] .row-time-cell`).nth(column)
      const { x, y } = (await cell.boundingBox())!
      await page.touchscreen.tap(x + 40, y + 12)
      await expect(page.getByLabel(name, { exact: true })).toBeFocused()
      await expect(page.locator('.row-focused')).toHaveAttribute('aria-rowindex', String(n))
    }
  })
})

/** One finger, in three steps. */
async function drag(fingers: Fingers, from: Place, by: Place): Promise<void> {
  await fingers.touch('touchStart', from)
  for (const share of [0.3, 0.7, 1]) {
    await fingers.touch('touchMove', { x: from.x + by.x * share, y: from.y + by.y * share })
  }
  await fingers.touch('touchEnd')
}
