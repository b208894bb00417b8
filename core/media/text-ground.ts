import { type GreyPicture, quantile } from './text-ink.ts'

/** Darker pixels of a page belong to one thing with those beside them. */
export const INK = 176

/** Pixels of a page that hang together. */
export interface Thing {
  readonly pixels: readonly number[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly darkest: number
}

/** Letters are outlined where a quarter of what is so far (in pixels) around them is hardly brighter than their outlines. */
const QUARTER = 0.25
const OUTLINED = 0.1
const AROUND = 1.5
/** Dots of letters are so bright at least: a share of the way from the outline to letters. */
const BRIGHT_DOT = 0.41
/** So much of a row's ink is outlined where its letters are. */
const MOST_INK = 0.7

/** What is around things of a page in the picture that it was drawn of: letters with an outline have it on every side. */
export class GroundAround {
  private readonly part: GreyPicture
  private readonly page: GreyPicture
  private readonly edges: { readonly letters: number; readonly outline: number }
  private readonly marks: Int32Array
  private mark = 0

  constructor(part: GreyPicture, page: GreyPicture, edges: { readonly letters: number; readonly outline: number }) {
    this.part = part
    this.page = page
    this.edges = edges
    this.marks = new Int32Array(page.data.length)
  }

  /** Those things that are outlined, where most of all are; else all of them. */
  outlined(things: readonly Thing[]): readonly Thing[] {
    const own = things.filter((thing) => this.isOutlined(thing))
    const pixelsOf = (some: readonly Thing[]): number => some.reduce((sum, { pixels }) => sum + pixels.length, 0)
    return pixelsOf(own) >= MOST_INK * pixelsOf(things) ? own : things
  }

  /** Whether something ends at an outline as dark as that of the row's letters. */
  isOutlined({ pixels }: Thing): boolean {
    const { letters, outline } = this.edges
    const values = this.around(pixels).map((value) => (value - outline) / (letters - outline || 1))
    return values.length === 0 || quantile(values, QUARTER) < OUTLINED
  }

  /** Whether something is as bright somewhere as dots of letters are at least; what is enclosed by letters is outlined too. */
  isBright({ pixels }: Thing): boolean {
    const { letters, outline } = this.edges
    return pixels.some((at) => (this.brightness(at) - outline) / (letters - outline || 1) >= BRIGHT_DOT)
  }

  /** Of the picture at a pixel of the page. */
  private brightness(at: number): number {
    const { part, page } = this
    const scale = page.height / part.height
    const y = Math.min(part.height - 1, Math.floor((Math.floor(at / page.width) + 0.5) / scale))
    const x = Math.min(part.width - 1, Math.floor(((at % page.width) + 0.5) / scale))
    return part.data[y * part.width + x] ?? 0
  }

  /** Brightness of the picture where something ends, without what is a letter there. */
  private around(pixels: readonly number[]): number[] {
    const { part, page, marks } = this
    const scale = page.height / part.height
    const far = Math.max(2, Math.round(AROUND * scale))
    const inside = ++this.mark
    for (const at of this.near(pixels, far - 1)) marks[at] = inside
    const edge = ++this.mark
    const values: number[] = []
    for (const at of this.near(pixels, far)) {
      if (marks[at] === inside || marks[at] === edge || (page.data[at] ?? 0) <= INK) continue
      marks[at] = edge
      values.push(this.brightness(at))
    }
    return values
  }

  /** The pixels of squares around some. */
  private *near(pixels: readonly number[], far: number): Generator<number> {
    const { width, height } = this.page
    for (const pixel of pixels) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      for (let row = Math.max(0, y - far); row <= Math.min(height - 1, y + far); row++)
        for (let column = Math.max(0, x - far); column <= Math.min(width - 1, x + far); column++)
          yield row * width + column
    }
  }
}
