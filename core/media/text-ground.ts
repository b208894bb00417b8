import { type GreyPicture, quantile } from './text-ink.ts'

/** Darker pixels of a page are connected with their neighbours. */
export const INK = 176

/** Connected pixels of a page. */
export interface Thing {
  readonly pixels: readonly number[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly darkest: number
}

/** Letters are outlined if a quarter of the pixels at this distance is hardly brighter than their outline. */
const QUARTER = 0.25
const OUTLINED = 0.1
const AROUND = 1.5
/** Least brightness of letters' dots: a share of the way from outline to letters. */
const BRIGHT_DOT = 0.41
/** Share of a row's ink that is outlined, if its letters are. */
const MOST_INK = 0.7

/** The surroundings of a page's components in the original picture: an outlined letter has its outline on every side. */
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

  /** The outlined components, if most are; else all. */
  outlined(things: readonly Thing[]): readonly Thing[] {
    const own = things.filter((thing) => this.isOutlined(thing))
    const pixelsOf = (some: readonly Thing[]): number => some.reduce((sum, { pixels }) => sum + pixels.length, 0)
    return pixelsOf(own) >= MOST_INK * pixelsOf(things) ? own : things
  }

  /** Whether a component is bounded by an outline as dark as the row's letters'. */
  isOutlined({ pixels }: Thing): boolean {
    const { letters, outline } = this.edges
    const values = this.around(pixels).map((value) => (value - outline) / (letters - outline || 1))
    return values.length === 0 || quantile(values, QUARTER) < OUTLINED
  }

  /** Whether a component is anywhere as bright as letters' dots; enclosed ground is outlined too. */
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

  /** Brightness of the picture at a component's boundary, excluding letters. */
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
