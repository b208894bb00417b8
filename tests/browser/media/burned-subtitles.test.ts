import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { type OwnStyles, ShownScene } from '#src/editor/features/style/shown-scene.ts'
import { type Scene, SubtitlePicture } from '#src/media/subtitle-picture.ts'
import { type BurnCase, burnCases, burnFrame } from '#tests/support/burn-cases.ts'

// Compares the player's drawing with the frame that ffmpeg burned, both over one colour.
const LEAST_OVERLAP = 0.95
const MOST_OFF_PX = 2

const media = inject('media')
const { width, height, color } = burnFrame
const open: SubtitlePicture[] = []
afterEach(() => {
  for (const picture of open.splice(0)) picture.close()
})

/** Pixels lighter, or darker, than the plain picture. */
interface Mask {
  readonly pixels: Uint8Array
  count: number
}

interface Drawing {
  readonly light: Mask
  readonly dark: Mask
  /** Box around letters and outline: left, top, right, bottom. */
  readonly box: readonly number[]
}

/** Difference of an image from the plain picture: lighter pixels are letters, darker ones an outline or box. */
function drawingOf(image: CanvasImageSource): Drawing {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  const plain = lightness(context.getImageData(0, 0, 1, 1).data, 0)
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const light: Mask = { pixels: new Uint8Array(width * height), count: 0 }
  const dark: Mask = { pixels: new Uint8Array(width * height), count: 0 }
  const box: [number, number, number, number] = [width, height, 0, 0]
  for (let at = 0; at < width * height; at++) {
    const value = lightness(data, at * 4)
    // Half-way to white and half-way to black, where the eye sees an edge.
    const mask = value > (plain + 255) / 2 ? light : value < plain / 2 ? dark : undefined
    if (!mask) continue
    mask.pixels[at] = 1
    mask.count++
    const [x, y] = [at % width, Math.floor(at / width)]
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return { light, dark, box }
}

/** Rec. 709 luma of a pixel, from 0 to 255. */
function lightness(data: Uint8ClampedArray, at: number): number {
  return 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!
}

/** Pixels in both masks, as a share of those in either. */
function overlap(a: Mask, b: Mask): number {
  let [both, either] = [0, 0]
  for (let at = 0; at < a.pixels.length; at++) {
    both += a.pixels[at]! & b.pixels[at]!
    either += a.pixels[at]! | b.pixels[at]!
  }
  return either === 0 ? 1 : both / either
}

const shownStyles = (styles: BurnCase['styles']): OwnStyles | undefined =>
  styles && { styles, fonts: styles.fonts.map(({ bytes }) => URL.createObjectURL(new Blob([bytes]))) }

function sceneOf({ cues, look, styles, atMs, words = () => undefined }: BurnCase): Scene {
  const scene = new ShownScene().at(cueList(cues), atMs, look, shownStyles(styles), { known: words, of: words })
  const fonts = scene.fonts.map((path) => (path.startsWith('/fonts/') ? `${media.url}/machine${path}` : path))
  return { ...scene, fonts }
}

async function previewed(one: BurnCase): Promise<Drawing> {
  const canvas = document.createElement('canvas')
  const drawn = Promise.withResolvers<void>()
  const picture = new SubtitlePicture(canvas, {
    onDrawn: () => drawn.resolve(),
    onFailed: () => drawn.reject(new Error('libass failed')),
  })
  open.push(picture)
  picture.resize({ width, height }, { width, height })
  picture.show(sceneOf(one), one.atMs)
  await drawn.promise
  // A worker's drawing reaches the page in a later frame.
  let drawing = drawingOf(canvas)
  await vi.waitUntil(
    () => {
      drawing = drawingOf(canvas)
      return drawing.light.count + drawing.dark.count > 0
    },
    { timeout: 10_000 },
  )
  return drawing
}

async function burned(name: string): Promise<Drawing> {
  const answer = await fetch(`${media.url}/${name}`)
  return drawingOf(await createImageBitmap(await answer.blob()))
}

describe('the player shows what is burned in', () => {
  test.for(burnCases.map((one, at) => ({ one, at, name: one.name })))('$name', async ({ one, at }, { skip }) => {
    skip(
      one.needsMachineFonts === true && !media.burned.hasMachineFonts,
      'the fonts for East Asian scripts are not installed',
    )
    const [seen, delivered] = await Promise.all([previewed(one), burned(media.burned.frames[at]!)])
    const shares = [overlap(seen.light, delivered.light), overlap(seen.dark, delivered.dark)]
    expect(delivered.light.count + delivered.dark.count).toBeGreaterThan(500)
    for (const [side, px] of delivered.box.entries())
      expect(Math.abs(seen.box[side]! - px)).toBeLessThanOrEqual(MOST_OFF_PX)
    for (const share of shares) expect(share).toBeGreaterThanOrEqual(one.leastOverlap ?? LEAST_OVERLAP)
  })
})
