import type { PixelArea } from '../domain/picture-region.ts'
import { cropped, type GreyPicture, markInk, quantile, type TextInk } from './text-ink.ts'
import { strokesAlone } from './text-hat.ts'
import { GroundAround, INK, type Thing } from './text-ground.ts'

/** Height of rows for page recognition. */
const PAGE_HEIGHT = 64
/** Horizontal margin of a row, in its heights. */
const SIDE = 0.3
/** Vertical margin of a row, in its heights; some scripts stack marks. */
export const pageRooms = { usual: 0.22, tall: 0.3 } as const
/** Width of the grey edge around the level: narrow excludes the ground, wide keeps pale dots and accents. */
export const pageEdges = { narrow: 60, wide: 90 } as const
/** Share of a row's pixels that are no brighter (darker) than its letters. */
const LETTERS = 0.97
const FAINT = 25
/** Least distance of the ground's median from the letters' outline for a bright ground. */
const BRIGHT_GROUND = 0.75
/** Components without a darker pixel are ground shining through, except dots and accents. */
const DARK = 110
/** Largest height of a dot as a share of the page. */
const DOT = 0.25
/** Least aspect of a dash. */
const DASH = 1.6
/** Vertical ranges of dots and full stops: shares of the height from the top. */
const MIDDLE = { from: 0.08, to: 0.7 }
/** Pale dots: contrast to the ground as a share of letters', and how much darker they are drawn. */
const DOT_SHARE = 0.3
const DARKENED = 90
/** Largest distance of a dot beside its letter, in pixels of the page. */
const BESIDE = 2
/** Largest distance of words, in heights of the page and as a factor. */
const ASIDE = 0.25
const OVER_BLANKS = 1.6
/** Largest width of joined letters, in heights of the page. */
const WIDEST = 4

/** Options of drawing a row as a page. */
interface PageLook {
  readonly edge?: number
  readonly room?: number
  /** For much paler letters: the level is halfway to the ground. */
  readonly isPale?: boolean
  /** Draws dots that are too pale for the page. */
  readonly hasDots?: boolean
  /** Letters have outlines: drops what has none, is below the row or far beside it. */
  readonly isOutlined?: boolean
}

/**
 * A row of text as a page: dark letters on white, at the size of scanned print. Drops what crosses the row's edges, the
 * background, and much paler content.
 */
export function pageLine(
  picture: GreyPicture,
  box: PixelArea,
  ink: TextInk,
  {
    edge = pageEdges.narrow,
    room = pageRooms.usual,
    isPale = false,
    hasDots = false,
    isOutlined = false,
  }: PageLook = {},
): GreyPicture {
  const area = {
    x: box.x - box.height * SIDE,
    y: box.y - box.height * room,
    width: box.width + 2 * box.height * SIDE,
    height: box.height * (1 + 2 * room),
  }
  const part = cropped(picture, area)
  const slope = (ink.isLight ? -255 : 255) / (2 * edge)
  const page = drawn(part, levelOf(part, ink, isPale), slope)
  const grounds = new GroundAround(part, page, edgesOf(part, ink))
  const rowBottom = (PAGE_HEIGHT * (1 + room)) / (1 + 2 * room)
  const clean = cleaned(page, isOutlined ? (things) => ownThings(things, page, grounds, rowBottom) : undefined)
  if (!hasDots) return clean
  const alone = strokesAlone(picture, area, ink)
  const { letters } = edgesOf(alone, { ...ink, isLight: true, level: 0 })
  return withDots(clean, drawn(alone, letters * DOT_SHARE, -Math.abs(slope)), grounds)
}

/** A picture at page height: half dark at a level of brightness, darker above it. */
function drawn(part: GreyPicture, level: number, slope: number): GreyPicture {
  const scale = PAGE_HEIGHT / Math.max(1, part.height)
  const [width, height] = [Math.max(1, Math.round(part.width * scale)), PAGE_HEIGHT]
  const rows = rowsOfWidth(part, width, scale)
  const rowAt = (y: number | undefined): Float64Array => rows.subarray((y ?? 0) * width, ((y ?? 0) + 1) * width)
  const { before, after, share } = sampled(height, scale, part.height)
  const data = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y++) {
    const [upper, lower] = [rowAt(before[y]), rowAt(after[y])]
    drawRow(data.subarray(y * width, (y + 1) * width), upper, lower, share[y] ?? 0, level, slope)
  }
  return { width, height, data: new Uint8Array(data.buffer) }
}

/** Interpolates a row between two others. */
function drawRow(
  row: Uint8ClampedArray,
  upper: Float64Array,
  lower: Float64Array,
  share: number,
  level: number,
  slope: number,
): void {
  for (let x = 0; x < row.length; x++) row[x] = 127.5 + slope * (between(upper[x] ?? 0, lower[x] ?? 0, share) - level)
}

/** The picture's rows, each scaled to a width. */
function rowsOfWidth(part: GreyPicture, width: number, scale: number): Float64Array {
  const across = sampled(width, scale, part.width)
  const rows = new Float64Array(width * part.height)
  for (let y = 0; y < part.height; y++) {
    const from = y * part.width
    for (let x = 0; x < width; x++) {
      const [left, right] = [
        part.data[from + (across.before[x] ?? 0)] ?? 0,
        part.data[from + (across.after[x] ?? 0)] ?? 0,
      ]
      rows[y * width + x] = between(left, right, across.share[x] ?? 0)
    }
  }
  return rows
}

/** For each pixel of a scaled row its two sources and the weight. */
function sampled(
  count: number,
  scale: number,
  length: number,
): { readonly before: Int32Array; readonly after: Int32Array; readonly share: Float64Array } {
  const inside = (at: number): number => Math.min(length - 1, Math.max(0, at))
  const share = Float64Array.from({ length: count }, (_, at) => (at + 0.5) / scale - 0.5)
  const first = Int32Array.from(share, Math.floor)
  return {
    before: first.map(inside),
    after: first.map((at) => inside(at + 1)),
    share: share.map((place, at) => place - (first[at] ?? 0)),
  }
}

const between = (a: number, b: number, share: number): number => a + (b - a) * share

/** The level between letters and ground. On a bright ground it is between letters and outline, to keep thin letters. */
function levelOf(part: GreyPicture, ink: TextInk, isPale: boolean): number {
  const middle = middleOf(part, ink, isPale)
  const { letters, outline } = edgesOf(part, ink)
  const reach = letters - outline
  if (Math.abs(reach) < 1) return middle
  return (middle - outline) / reach > BRIGHT_GROUND ? outline + reach / 2 : middle
}

/** Brightness of a row's strokes, and of their surroundings at a stroke's width; both 0 without any. */
function edgesOf(part: GreyPicture, ink: TextInk): { letters: number; outline: number } {
  const { width, data } = part
  const places = new Int32Array(data.length)
  const strokes = places.subarray(0, markInk(data, part, ink, undefined, places))
  const ground = ink.isLight ? 255 : 0
  const darker = ink.isLight ? Math.min : Math.max
  const sides = [-ink.stroke, ink.stroke, -ink.stroke * width, ink.stroke * width]
  const outline = Array.from(strokes, (at) =>
    sides.reduce((beside, far) => darker(beside, data[at + far] ?? beside), ground),
  )
  const letters = Array.from(strokes, (at) => data[at] ?? 0)
  return { letters: quantile(letters, 0.5), outline: quantile(outline, 0.5) }
}

/** Halfway between letters and ground, but near the faintest letters, unless they are pale. */
function middleOf({ data }: GreyPicture, { isLight, level }: TextInk, isPale: boolean): number {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  const at = (share: number): number => valueAt(counts, Math.floor((data.length - 1) * share))
  const middle = (at(0.5) + at(isLight ? LETTERS : 1 - LETTERS)) / 2
  if (isPale) return middle
  return isLight ? Math.max(middle, level - FAINT) : Math.min(middle, level + FAINT)
}

/** A quantile from a histogram. */
function valueAt(counts: Uint32Array, place: number): number {
  let value = 0
  for (let passed = counts[0] ?? 0; passed <= place && value < 255; passed += counts[value] ?? 0) value++
  return value
}

/** The page without components that are no letters. */
function cleaned(page: GreyPicture, own?: (things: readonly Thing[]) => readonly Thing[]): GreyPicture {
  const { width, height } = page
  const all = thingsOf(page)
  const things = own ? own(all) : all
  const dark = things.filter((thing) => isInside(thing, page) && thing.darkest <= DARK)
  const pale = things.filter((thing) => isInside(thing, page) && thing.darkest > DARK && isDot(thing, page))
  const read = [...dark, ...pale.filter((dot) => !isBetweenWords(dot, dark))]
  const letters = own ? withoutAside(read, page) : read
  const data = new Uint8Array(width * height).fill(255)
  for (const { pixels } of letters) for (const pixel of pixels) copyAround(page, data, pixel)
  return { width, height, data }
}

/** Components outlined like letters within their row. */
function ownThings(
  things: readonly Thing[],
  page: GreyPicture,
  grounds: GroundAround,
  rowBottom: number,
): readonly Thing[] {
  return grounds.outlined(things).filter((thing) => !isUnder(thing, page, rowBottom))
}

/** Whether a component in a row's lower half crosses its edge, as letters and marks do not. */
function isUnder({ top, bottom }: Thing, { height }: GreyPicture, rowBottom: number): boolean {
  return top > height / 2 && bottom > rowBottom
}

/** Drops a component at either end that is farther from the others than words are. */
function withoutAside(things: readonly Thing[], { height }: GreyPicture): readonly Thing[] {
  const [first, second, ...others] = things.toSorted((a, b) => a.left - b.left)
  if (!first || !second || others.length === 0) return things
  const gaps: { readonly width: number }[] = []
  let end = first.right
  for (const { left, right } of [second, ...others]) {
    gaps.push({ width: left - end })
    end = Math.max(end, right)
  }
  const isAside = (gap: { readonly width: number } | undefined): boolean => {
    const widest = Math.max(0, ...gaps.filter((other) => other !== gap).map(({ width }) => width))
    return gap !== undefined && gap.width >= ASIDE * height && gap.width >= OVER_BLANKS * widest
  }
  if (isAside(gaps[0])) return things.filter((thing) => thing !== first)
  const last = things.reduce((best, thing) => (thing.left > best.left ? thing : best))
  return isAside(gaps.at(-1)) ? things.filter((thing) => thing !== last) : things
}

/** The page with missing dots from another drawing of the row, darkened. */
function withDots(page: GreyPicture, drawing: GreyPicture, grounds: GroundAround): GreyPicture {
  const letters = thingsOf(page)
  const isDotOfLetter = (dot: Thing): boolean =>
    isInside(dot, page) &&
    isDot(dot, page) &&
    dot.darkest <= DARK &&
    grounds.isOutlined(dot) &&
    grounds.isBright(dot) &&
    dot.pixels.every((at) => (page.data[at] ?? 255) > INK) &&
    letters.some(({ left, right }) => right >= dot.left - BESIDE && left <= dot.right + BESIDE) &&
    !isBetweenWords(dot, letters)
  const data = page.data.slice()
  for (const { pixels } of thingsOf(drawing).filter(isDotOfLetter))
    for (const at of pixels) data[at] = Math.max(0, (drawing.data[at] ?? 255) - DARKENED)
  // Darkens dots that are on the page but pale.
  for (const { pixels, darkest } of letters.filter((thing) => isDot(thing, page)))
    for (const at of pixels) data[at] = 255 - Math.round(((255 - (page.data[at] ?? 255)) * 255) / (255 - darkest))
  return { ...page, data }
}

function thingsOf(page: GreyPicture): Thing[] {
  const seen = new Uint8Array(page.width * page.height)
  const things: Thing[] = []
  for (let at = 0; at < seen.length; at++)
    if (!seen[at] && (page.data[at] ?? 255) <= INK) things.push(thingAt(page, at, seen))
  return things
}

function isInside({ left, right, top, bottom }: Thing, { height }: GreyPicture): boolean {
  return top > 0 && bottom < height - 1 && right - left < WIDEST * height
}

function isDot({ left, right, top, bottom }: Thing, { height }: GreyPicture): boolean {
  return bottom - top <= DOT * height && right - left <= DOT * height
}

/**
 * Whether a pale dot is ground shining through between words: at half the height of small letters, with nothing above or
 * below.
 */
function isBetweenWords(dot: Thing, letters: readonly Thing[]): boolean {
  // Most low letters have no stem; few go below the line.
  const top = quantile(
    letters.map((letter) => letter.top),
    0.75,
  )
  const bottom = quantile(
    letters.map((letter) => letter.bottom),
    0.5,
  )
  const middle = ((dot.top + dot.bottom) / 2 - top) / Math.max(1, bottom - top)
  const isAlone = letters.every(({ left, right }) => right < dot.left || left > dot.right)
  const isDash = dot.right - dot.left + 1 >= DASH * (dot.bottom - dot.top + 1)
  return isAlone && !isDash && middle > MIDDLE.from && middle < MIDDLE.to
}

/** The dark pixels connected with one. */
function thingAt({ width, height, data }: GreyPicture, from: number, seen: Uint8Array): Thing {
  const pixels = [from]
  let [left, right, top, bottom, darkest] = [width, 0, height, 0, 255]
  seen[from] = 1
  for (let index = 0; index < pixels.length; index++) {
    const at = pixels[index] ?? 0
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    darkest = Math.min(darkest, data[at] ?? 255)
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const next = at + dy * width + dx
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
        if (seen[next] || (data[next] ?? 255) > INK) continue
        seen[next] = 1
        pixels.push(next)
      }
    }
  }
  return { pixels, left, right, top, bottom, darkest }
}

/** Copies a pixel and its neighbours: a letter's soft edge. */
function copyAround({ width, height, data }: GreyPicture, to: Uint8Array, at: number): void {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
      to[row * width + column] = data[row * width + column] ?? 255
}
