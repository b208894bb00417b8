import { readFile } from 'node:fs/promises'
import { Tensor } from 'onnxruntime-node'
import { sessionOf } from '../../inference/session.ts'
import type { Picture, PixelBox } from '../../pictures.ts'
import { decodeSigns, type ReadSign } from './decode.ts'
import { type PlaneScale, planesOf, type TurnedBox, wholeOf } from './resample.ts'
import { boxesOf, type TextBox } from './text-boxes.ts'

/** Paths of PP-OCR's models and of the recognition's character list. */
export interface PpocrFiles {
  readonly detection: string
  readonly recognition: string
  readonly direction: string
  readonly signs: string
}

/** A recognised line: adjacent boxes, with a space between them. */
export interface SignLine {
  readonly box: PixelBox
  readonly signs: readonly PlacedSign[]
}

/** A character with its centre in pixels from the left. */
export interface PlacedSign {
  readonly sign: string
  /** 0 to 1. */
  readonly confidence: number
  readonly x: number
}

interface ReadInput {
  readonly pictures: readonly Picture[]
  readonly files: PpocrFiles
  readonly layout: 'line' | 'block' | 'anywhere'
}

/** Text boxes of each picture. Runs in the process of `infer`. */
export async function findText({ pictures, files }: Pick<ReadInput, 'pictures' | 'files'>) {
  const found: { box: PixelBox; confidence: number }[][] = []
  for (const picture of pictures) {
    const boxes = await textBoxes(picture, files)
    found.push(boxes.map((box) => ({ box: uprightBox([box], picture), confidence: box.score })))
  }
  return found
}

/** Lines of each picture from top to bottom. Runs in the process of `infer`. */
export async function readPictures({ pictures, files, layout }: ReadInput): Promise<SignLine[][]> {
  const all: SignLine[][] = []
  for (const picture of pictures) {
    const boxes: TurnedBox[] = await textBoxes(picture, files)
    // A line that fills its picture has no edge for the detection.
    if (boxes.length === 0 && layout === 'line') boxes.push(wholeOf(picture))
    const lines: SignLine[] = []
    for (const row of rowsOf(boxes)) {
      const parts: PlacedSign[][] = []
      for (const box of row) {
        const signs = await readBox(picture, layout === 'anywhere' ? await turned(picture, box, files) : box, files)
        if (signs.length) parts.push(signs)
      }
      const signs = parts.flatMap((part, index) =>
        index === 0 ? part : [{ sign: ' ', confidence: 1, x: part[0]?.x ?? 0 }, ...part],
      )
      if (signs.length) lines.push({ box: uprightBox(row, picture), signs })
    }
    all.push(lines)
  }
  return all
}

/** The detection's sides are multiples of 32, the longer one 960 at most. */
const GRID = 32
const MAX_SIDE = 960

const scaleOf = (mean: number, spread: number): PlaneScale => ({ gain: 1 / 255 / spread, offset: -mean / spread })
const DETECTION_SCALES = [scaleOf(0.485, 0.229), scaleOf(0.456, 0.224), scaleOf(0.406, 0.225)] as const
const LINE_SCALE: PlaneScale = { gain: 1 / 127.5, offset: -1 }

async function textBoxes(picture: Picture, { detection }: PpocrFiles): Promise<TextBox[]> {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const onGrid = (side: number): number => Math.max(GRID, Math.round((side * scale) / GRID) * GRID)
  const size = { width: onGrid(picture.width), height: onGrid(picture.height) }
  const planes = planesOf(picture, wholeOf(picture), size, DETECTION_SCALES)
  const chances = await run(detection, planes, [1, 3, size.height, size.width])
  const [across, down] = [picture.width / size.width, picture.height / size.height]
  return boxesOf({ ...size, chances: chances.data }).map((box) => ({
    ...box,
    x: box.x * across,
    y: box.y * down,
    width: box.width * across,
    height: box.height * down,
  }))
}

/** Boxes farther apart than this, in heights, are two rows: one may be part of the scene. */
const FAR_APART = 1.5

/** Adjacent boxes, from left to right; rows from top to bottom. */
function rowsOf(boxes: readonly TurnedBox[]): TurnedBox[][] {
  const rows: TurnedBox[][] = []
  const isBeside = (a: TurnedBox, b: TurnedBox): boolean => {
    const height = Math.min(a.height, b.height)
    return Math.abs(a.y - b.y) < height / 2 && Math.abs(a.x - b.x) - (a.width + b.width) / 2 < FAR_APART * height
  }
  for (const box of boxes) {
    const row = rows.find((others) => others.some((other) => isBeside(other, box)))
    if (row) row.push(box)
    else rows.push([box])
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x)
  return rows
}

/** Input height of recognition and direction model, and the least width of their training. */
const LINE_HEIGHT = 48
const MIN_WIDTH = 320
const MAX_WIDTH = 3200
const DIRECTION_WIDTH = 192

async function readBox(picture: Picture, box: TurnedBox, files: PpocrFiles): Promise<PlacedSign[]> {
  const width = Math.min(MAX_WIDTH, Math.max(1, Math.ceil((LINE_HEIGHT * box.width) / box.height)))
  const { data, dims } = await run(files.recognition, linePlanes(picture, box, width, MIN_WIDTH), [
    1,
    3,
    LINE_HEIGHT,
    Math.max(MIN_WIDTH, width),
  ])
  const signs = await signsOf(files.signs)
  if (dims.at(-1) !== signs.length + 1)
    throw new Error(`The model knows ${dims.at(-1)} signs, the list ${signs.length}`)
  const read = Math.max(MIN_WIDTH, width) / width
  return trimmed(decodeSigns(data, signs)).map(({ sign, confidence, at }) => {
    const along = (at * read - 0.5) * box.width
    return { sign, confidence, x: box.x + along * Math.cos(box.angle) }
  })
}

/** A box as model input, padded with grey 0. */
function linePlanes(picture: Picture, box: TurnedBox, width: number, least: number): Float32Array {
  const planes = planesOf(picture, box, { width, height: LINE_HEIGHT }, [LINE_SCALE, LINE_SCALE, LINE_SCALE])
  if (width >= least) return planes
  const padded = new Float32Array(3 * LINE_HEIGHT * least)
  for (let row = 0; row < 3 * LINE_HEIGHT; row++)
    padded.set(planes.subarray(row * width, (row + 1) * width), row * least)
  return padded
}

function trimmed(signs: readonly ReadSign[]): ReadSign[] {
  const first = signs.findIndex(({ sign }) => sign !== ' ')
  const last = signs.findLastIndex(({ sign }) => sign !== ' ')
  return first < 0 ? [] : signs.slice(first, last + 1)
}

/** From this probability a line counts as upside down. */
const TURNED_CHANCE = 0.9

/** A box made readable: vertical text is laid down, upside-down text turned. */
async function turned(picture: Picture, box: TurnedBox, { direction }: PpocrFiles): Promise<TurnedBox> {
  const isColumn = box.height > 1.5 * box.width
  const lying = isColumn ? { ...box, width: box.height, height: box.width, angle: box.angle + Math.PI / 2 } : box
  const width = Math.min(DIRECTION_WIDTH, Math.max(1, Math.ceil((LINE_HEIGHT * lying.width) / lying.height)))
  const planes = linePlanes(picture, lying, width, DIRECTION_WIDTH)
  const { data } = await run(direction, planes, [1, 3, LINE_HEIGHT, DIRECTION_WIDTH])
  return (data[1] ?? 0) > TURNED_CHANCE ? { ...lying, angle: lying.angle + Math.PI } : lying
}

/** The smallest upright rectangle around boxes, within the picture. */
function uprightBox(boxes: readonly TurnedBox[], { width, height }: Picture): PixelBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    const [cos, sin] = [Math.abs(Math.cos(box.angle)), Math.abs(Math.sin(box.angle))]
    const across = (box.width * cos + box.height * sin) / 2
    const down = (box.width * sin + box.height * cos) / 2
    left = Math.min(left, box.x - across)
    right = Math.max(right, box.x + across)
    top = Math.min(top, box.y - down)
    bottom = Math.max(bottom, box.y + down)
  }
  const x = Math.max(0, Math.floor(left))
  const y = Math.max(0, Math.floor(top))
  return { x, y, width: Math.min(width, Math.ceil(right)) - x, height: Math.min(height, Math.ceil(bottom)) - y }
}

async function run(path: string, planes: Float32Array, dims: readonly number[]) {
  const session = await sessionOf(path)
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  const results = await session.run({ [input]: new Tensor('float32', planes, dims) })
  const tensor = results[output]
  if (!tensor || !(tensor.data instanceof Float32Array)) throw new Error('The model gave no numbers')
  return { data: tensor.data, dims: tensor.dims }
}

const lists = new Map<string, Promise<readonly string[]>>()

/** The characters in the order of the model's classes; the last one is the space. */
function signsOf(path: string): Promise<readonly string[]> {
  let list = lists.get(path)
  if (!list) {
    list = readFile(path, 'utf8').then((text) => [...text.replace(/\r?\n$/, '').split(/\r?\n/), ' '])
    lists.set(path, list)
  }
  return list
}
