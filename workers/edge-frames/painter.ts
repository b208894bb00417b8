/** A displayed frame before, at or after an edge. */
export interface EdgePicture {
  /** The number of the displayed picture's frame: another one while its own is loading. */
  readonly frame: number
  readonly isLate: boolean
  readonly time: string
  /** Whether it shows the cue. */
  readonly hasLine: boolean
}

/** CSS colours and font. */
export interface EdgeFramesLook {
  readonly font: string
  readonly ground: string
  readonly border: string
  readonly text: string
  readonly muted: string
  readonly mark: string
}

/** Left position of the pictures' box, and width of each. Lengths are CSS pixels. */
export interface EdgeBox {
  readonly left: number
  readonly width: number
  readonly each: number
}

/** Content of a canvas `width` CSS pixels wide at `density` device pixels each. */
export interface EdgePainting {
  readonly width: number
  readonly density: number
  readonly look: EdgeFramesLook
  readonly box: EdgeBox
  readonly pictures: readonly EdgePicture[]
}

/** Lengths are CSS pixels. */
const PICTURE_HEIGHT = 90
const BORDER = 1
const PADDING = 4
const GAP = 4
const CAPTION_HEIGHT = 22
const MARK_HEIGHT = 3
const RADIUS = 4
const BOX_RADIUS = 10
/** Between the box and the timeline's sides. */
const SIDE = 8
const LATE_OPACITY = 0.4

const INSET = BORDER + PADDING
export const EDGE_FRAMES_HEIGHT = 2 * INSET + PICTURE_HEIGHT + CAPTION_HEIGHT + MARK_HEIGHT

/** The box of pictures with an `aspect` (width over height), centred at `x` as far as `width` allows. */
export function edgeBox(count: number, aspect: number, x: number, width: number): EdgeBox {
  const each = Math.round(PICTURE_HEIGHT * aspect)
  const whole = 2 * INSET + count * (each + GAP) - GAP
  return { left: Math.round(Math.max(SIDE, Math.min(width - whole - SIDE, x - whole / 2))), width: whole, each }
}

/** Caches pictures of frames and paints some of them. */
export class EdgeFramesPainter {
  private readonly images = new Map<number, ImageBitmap>()
  private context: OffscreenCanvasRenderingContext2D | null = null
  private last: EdgePainting | undefined

  /** Sets the canvas to paint on. */
  open(canvas: OffscreenCanvas): void {
    this.context = canvas.getContext('2d')
  }

  keep(frame: number, image: ImageBitmap): void {
    this.drop(frame)
    this.images.set(frame, image)
  }

  drop(frame: number): void {
    this.images.get(frame)?.close()
    this.images.delete(frame)
  }

  /** The last painting, with pictures loaded since. */
  again(): void {
    this.paint(this.last)
  }

  paint(painting: EdgePainting | undefined): void {
    const { context, last } = this
    if (!context) return
    if (last) context.clearRect(last.box.left, 0, last.box.width, EDGE_FRAMES_HEIGHT)
    this.last = painting
    if (!painting) return
    fit(context, painting)
    paintBox(context, painting.box, painting.look)
    for (const [at, picture] of painting.pictures.entries()) this.paintPicture(context, picture, at, painting)
  }

  private paintPicture(
    context: OffscreenCanvasRenderingContext2D,
    { frame, isLate, time, hasLine }: EdgePicture,
    at: number,
    { look, box }: EdgePainting,
  ): void {
    const left = box.left + INSET + at * (box.each + GAP)
    const below = INSET + PICTURE_HEIGHT
    const image = this.images.get(frame)
    if (image) {
      context.save()
      context.beginPath()
      context.roundRect(left, INSET, box.each, PICTURE_HEIGHT, RADIUS)
      context.clip()
      context.globalAlpha = isLate ? LATE_OPACITY : 1
      context.drawImage(image, left, INSET, box.each, PICTURE_HEIGHT)
      context.restore()
    }
    context.fillStyle = hasLine ? look.text : look.muted
    context.fillText(time, left + box.each / 2, below + CAPTION_HEIGHT / 2)
    if (!hasLine) return
    context.fillStyle = look.mark
    context.fillRect(left, below + CAPTION_HEIGHT, box.each, MARK_HEIGHT)
  }
}

/** Resizing clears a canvas. */
function fit(context: OffscreenCanvasRenderingContext2D, { width, density }: EdgePainting): void {
  const { canvas } = context
  const [wide, high] = [Math.round(width * density), Math.round(EDGE_FRAMES_HEIGHT * density)]
  if (canvas.width === wide && canvas.height === high) return
  Object.assign(canvas, { width: wide, height: high })
  context.scale(density, density)
}

function paintBox(context: OffscreenCanvasRenderingContext2D, { left, width }: EdgeBox, look: EdgeFramesLook): void {
  context.beginPath()
  context.roundRect(left + BORDER / 2, BORDER / 2, width - BORDER, EDGE_FRAMES_HEIGHT - BORDER, BOX_RADIUS)
  context.fillStyle = look.ground
  context.fill()
  context.strokeStyle = look.border
  context.lineWidth = BORDER
  context.stroke()
  context.font = look.font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
}
