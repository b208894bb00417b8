import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makeMediaFixtures } from '#tests/support/media-fixtures.ts'
import { expect, test } from '../fixture.ts'
import { EditorPage, openSample, signIn } from '../pages/app.ts'
import { passFrames } from '../pages/painted.ts'

const videos = makeMediaFixtures(join(import.meta.dirname, '..', '..'))

const loudness = (page: Page): Promise<{ volume: number; muted: boolean }> =>
  page.getByTestId('video').evaluate(({ volume, muted }: HTMLVideoElement) => ({ volume, muted }))

/** Mean difference of two drawings in colour levels, both scaled down alike. */
async function difference(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => points(picture)))
  return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length
}

function points(picture: Locator, part?: Part): Promise<number[]> {
  return picture.evaluate((source: HTMLVideoElement | HTMLCanvasElement, part) => {
    const copy = document.createElement('canvas')
    ;[copy.width, copy.height] = [32, 18]
    const context = copy.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    if (part) context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, 32, 18)
    else context.drawImage(source, 0, 0, 32, 18)
    return [...context.getImageData(0, 0, 32, 18).data]
  }, part)
}

/** Pixels of a canvas. */
interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The times of the frames that are shown around an edge, and which of them are the line's. */
function expectFrames(frames: Locator, words: string): Promise<void> {
  const shown = async (): Promise<string> => {
    if (!(await isSeen(frames))) return ''
    const figures = await frames.locator('figure:not([hidden])').all()
    const shown = figures.map((figure) =>
      figure.evaluate((element) =>
        [
          element.textContent,
          ...(element.classList.contains('has-line') ? ['line'] : []),
          ...(element.classList.contains('late') ? ['late'] : []),
        ].join(' '),
      ),
    )
    return (await Promise.all(shown)).join(', ')
  }
  return expect.poll(shown).toBe(words)
}

const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => Number(getComputedStyle(shown).opacity) > 0)

/** Difference of two frames around an edge, by index; NaN if one is missing. */
async function edgeDifference(frames: Locator, one: number, other: number): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((place) => points(frames.locator('canvas').nth(place))))
  if (Math.max(...a!) === 0) return NaN
  return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length
}

test('the player is made softer and mute by keys and stays so; it lies over the lines, or over the whole screen', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await editor.timeline.focus()
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Control+ArrowDown')
  await expect.poll(() => loudness(page)).toEqual({ volume: 0.9, muted: false })
  await page.getByRole('button', { name: 'Mute or unmute' }).click()
  await expect.poll(() => loudness(page)).toEqual({ volume: 0.9, muted: true })
  await expect(page.getByLabel('Volume', { exact: true })).toHaveValue('0')
  // The key works in a text as well, and types nothing.
  const text = page.getByLabel('Text of line 1', { exact: true })
  await text.focus()
  await page.keyboard.press('Alt+m')
  await expect.poll(() => loudness(page)).toEqual({ volume: 0.9, muted: false })
  await expect(text).toHaveValue('Good morning and welcome to the harbor.')
  await page.getByLabel('Volume', { exact: true }).fill('30')

  const video = page.getByTestId('video')
  const beside = (await video.boundingBox())!
  await page.getByTestId('timeline').focus()
  await page.keyboard.press('Alt+l')
  await expect.poll(async () => (await video.boundingBox())!.width).toBeGreaterThan(beside.width + 200)
  const over = (await video.boundingBox())!
  expect((await page.locator('.rows').boundingBox())!.y).toBeGreaterThan(over.y + over.height)

  await page.reload()
  await editor.opened()
  await expect.poll(() => loudness(page)).toEqual({ volume: 0.3, muted: false })
  expect((await video.boundingBox())!.width).toBeGreaterThan(beside.width + 200)

  // Over the whole screen with subtitles and transport, and nothing of the video is lost on the way.
  await page.locator('.row-number').first().dblclick()
  const before = await video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await page.keyboard.press('Alt+Enter')
  await expect.poll(async () => (await video.boundingBox())!.width).toBe(1440)
  const bar = page.getByTestId('player-bar')
  await expect(bar.getByTestId('clock')).toBeVisible()
  await expect(page.getByTestId('subtitle-canvas')).toHaveAttribute('data-drawn', 'text')
  expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(before)
  await page.keyboard.press('Space')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+Enter')
  await expect.poll(async () => (await video.boundingBox())!.width).toBeLessThan(1300)
  // A dialog would lie under the picture.
  await page.keyboard.press('Alt+Enter')
  await expect.poll(async () => (await video.boundingBox())!.width).toBe(1440)
  await page.keyboard.press('Control+g')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(async () => (await video.boundingBox())!.width).toBeLessThan(1300)
})

test('the player moves to its own window, where the keys of the editor work, and comes back; a second window mirrors it', async ({
  page,
  server,
}) => {
  const editor = await openSample(page, server.url)
  await page.locator('.row-number').first().dblclick()
  await editor.timeline.focus()
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Alt+p')
  const own = await opened
  await expect(page.getByText('The player is in a separate window.')).toBeVisible()
  await expect(page.getByTestId('video')).toHaveCount(0)
  const video = own.getByTestId('video')
  await expect(own.getByTestId('subtitle-canvas')).toHaveAttribute('data-drawn', 'text')
  const time = (): Promise<number> => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await own.locator('body').press('ArrowRight')
  await expect(page.getByTestId('clock').first()).toContainText('frame 21')
  await own.locator('body').press('Space')
  await expect.poll(time).toBeGreaterThan(1.2)
  await own.locator('body').press('Space')
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  // A key that moves a line: the editor is the same one.
  await own.locator('body').press('o')
  await expect.poll(async () => (await editor.times(1))[1]).not.toBe('00:00:03,015')
  const stopped = await time()

  const second = page.context().waitForEvent('page')
  await own.getByRole('button', { name: 'Picture on a second screen as well' }).click()
  const mirror = await second
  const picture = mirror.getByTestId('mirror-picture')
  await expect.poll(() => difference(picture, video)).toBeLessThan(3)

  await own.close()
  await expect(page.getByTestId('video')).toBeVisible()
  const back = page.getByTestId('video')
  expect(await back.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(stopped)
  await page.locator('.row-number').nth(4).dblclick()
  await expect(mirror.getByTestId('subtitle-canvas')).toHaveAttribute('data-drawn', 'text')
  await expect.poll(() => difference(picture, back)).toBeLessThan(3)
  await mirror.locator('body').press('Space')
  await expect.poll(() => back.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false)
  await mirror.locator('body').press('Space')
  const closed = mirror.waitForEvent('close')
  await page.getByRole('button', { name: 'Picture on a second screen as well' }).click()
  await closed
})

/** A video of this computer with shot changes at 2, 4.48, 7.2 and 9.96 seconds and tones at 1, 4 and 8, and one line. */
async function openLocal(page: Page, url: string, folder: string): Promise<EditorPage> {
  await signIn(page, url)
  const subtitle = join(folder, 'cuts.srt')
  await writeFile(subtitle, '1\n00:00:02,600 --> 00:00:04,200\nBetween two cuts\n')
  await page.goto(`${url}/lab/pro/srt-edit`)
  await page.getByTestId('local-files').setInputFiles([join(videos, 'cuts.mp4'), subtitle])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const editor = new EditorPage(page)
  await editor.opened()
  return editor
}

/** Whether the line at what an edge snapped to stands at a place of the timeline, over all tracks. */
async function hasGuide({ page, timeline }: EditorPage, x: number): Promise<boolean> {
  const guide = page.getByTestId('snap-guide')
  if (!(await isSeen(guide))) return false
  const [line, tracks] = [await guide.boundingBox(), await timeline.boundingBox()]
  return line!.x === Math.round(x) && line!.y === tracks!.y && line!.height === tracks!.height
}

test('an edge that is dragged or moved by key shows the frames before, at and after it; a switch ends that', async ({
  page,
  server,
  folder,
}) => {
  const editor = await openLocal(page, server.url, folder)
  const frames = page.getByTestId('edge-frames')
  const from = await editor.at(2600)
  const to = await editor.at(2000)
  await page.mouse.move(from.x + 2, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 })
  await page.mouse.move(to.x + 3, from.y, { steps: 4 })
  // The edge snaps to the shot change: the frame before is of the other shot.
  await expectFrames(frames, '00:00:01,960, 00:00:02,000 line, 00:00:02,040 line')
  await expect.poll(() => edgeDifference(frames, 0, 1)).toBeGreaterThan(10)
  await expect.poll(() => edgeDifference(frames, 1, 2)).toBeLessThan(3)
  await expect.poll(() => hasGuide(editor, to.x)).toBe(true)
  // The details show the held times too, before they are the cue's.
  await expect(page.locator('.line-details-time')).toContainText('00:00:02,000')
  await page.mouse.up()
  await expect(page.locator('.line-details-time')).toContainText('00:00:02,000')
  await expectFrames(frames, '')
  expect(await hasGuide(editor, to.x)).toBe(false)

  // By key, a frame at a time over the next cut: its pictures go by exactly.
  await editor.timeline.focus()
  await editor.typeTime('Out time of line 1', '00:00:04,440')
  await page.keyboard.press('Enter')
  await editor.timeline.focus()
  await page.keyboard.press('Shift+Period')
  await expectFrames(frames, '00:00:04,440 line, 00:00:04,480, 00:00:04,520')
  await expect.poll(() => edgeDifference(frames, 0, 1)).toBeGreaterThan(10)
  await page.keyboard.press('Shift+Period')
  await expectFrames(frames, '00:00:04,480 line, 00:00:04,520, 00:00:04,560')
  await expect.poll(() => edgeDifference(frames, 0, 1)).toBeLessThan(3)
  await expectFrames(frames, '')

  await page.keyboard.press('Shift+E')
  await expect(page.getByRole('button', { name: 'Frames around an edge that is moved' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.keyboard.press('Shift+Period')
  await expect.poll(async () => (await editor.times(1))[1]).toBe('00:00:04,560')
  await expectFrames(frames, '')
})

test('a playhead that is dragged or stepped is heard, unless that is switched off or the player is mute', async ({
  page,
  server,
  folder,
}) => {
  await page.addInitScript(() => {
    const heard: { ms: number; peak: number }[] = []
    class HeardSource extends AudioBufferSourceNode {
      override start(when?: number): void {
        const { buffer } = this
        if (buffer) heard.push({ ms: buffer.duration * 1000, peak: Math.max(...buffer.getChannelData(0)) })
        super.start(when)
      }
    }
    Object.assign(window, { heard, AudioBufferSourceNode: HeardSource })
  })
  const editor = await openLocal(page, server.url, folder)
  const heard = (): Promise<{ ms: number; peak: number }[]> =>
    page.evaluate(() => (window as unknown as { heard: { ms: number; peak: number }[] }).heard.splice(0))
  const scrub = async (fromMs: number, toMs: number): Promise<void> => {
    const { top } = await editor.timeline.evaluate((element) => element.getBoundingClientRect())
    const [from, to] = [(await editor.at(fromMs)).x, (await editor.at(toMs)).x]
    await page.mouse.move(from, top + 10)
    await page.mouse.down()
    for (let step = 1; step <= 12; step++) {
      await page.mouse.move(from + ((to - from) * step) / 12, top + 10)
      await passFrames(page, 4)
    }
    await page.mouse.up()
  }
  /** No sound of the last position comes any more: each is shorter than ten frames. */
  const isQuiet = (): Promise<void> =>
    expect
      .poll(async () => {
        await heard()
        await passFrames(page, 10)
        return (await heard()).length
      })
      .toBe(0)
  await expect
    .poll(async () => {
      await scrub(4050, 4350)
      return (await heard()).some(({ peak }) => peak > 0.1)
    })
    .toBe(true)
  await scrub(4050, 4350)
  const tone = await heard()
  for (const { ms } of tone) expect(ms).toBeCloseTo(90, 0)
  // Where the video is silent, so is the playhead.
  await isQuiet()
  await scrub(5500, 6500)
  expect(Math.max(0, ...(await heard()).map(({ peak }) => peak))).toBeLessThan(0.02)

  await scrub(4050, 4060)
  await isQuiet()
  await editor.timeline.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await heard()).length).toBe(1)

  await page.keyboard.press('Alt+m')
  await scrub(4050, 4350)
  expect(await heard()).toEqual([])
  await page.keyboard.press('Alt+m')
  await page.getByRole('button', { name: 'Sound while the playhead is dragged' }).click()
  await scrub(4050, 4350)
  expect(await heard()).toEqual([])
})
