/** A frame before, at or after an edge, as it is shown. */
export interface EdgePicture {
  /** That of another frame while its own has not come, or none. */
  readonly image: ImageBitmap | undefined
  readonly isLate: boolean
  readonly time: string
  /** Whether the line is on screen in it. */
  readonly hasLine: boolean
}

/** Lengths are pixels of the page. */
const PICTURE_HEIGHT = 90
const BORDER = 1
const PADDING = 4
const GAP = 4
const CAPTION_HEIGHT = 22
const MARK_HEIGHT = 3
const RADIUS = 4
const BOX_RADIUS = 10
/** Between the box and the sides of the timeline. */
const SIDE = 8
/** Beside the page: a canvas that is emptied is drawn, and one that is hidden has the page laid out; this one is only moved. */
const OUT_OF_VIEW = 'translateX(-100vw)'
const LATE_OPACITY = 0.4
const WIDE = 16 / 9

const INSET = BORDER + PADDING
export const EDGE_FRAMES_HEIGHT = 2 * INSET + PICTURE_HEIGHT + CAPTION_HEIGHT + MARK_HEIGHT

/** Where the box of the pictures stands, from the left. */
interface Box {
  readonly left: number
  readonly width: number
}

interface Look {
  readonly font: string
  readonly ground: string
  readonly border: string
  readonly text: string
  readonly muted: string
  readonly mark: string
}

/**
 * Paints pictures in a box whose middle is at `x`, as far as `width` has room for it, over what was painted before; for none
 * the canvas leaves the view. The colours are those of the page when it paints first.
 */
export class EdgeFramesPainter {
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D
  private look: Look | undefined
  private painted: Box | undefined
  private isInView = true

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.canvas = canvas
    this.context = context
    this.show(false)
  }

  /** Nothing is told of what is there already: a pan of the timeline asks at each frame. */
  paint(pictures: readonly EdgePicture[], x: number, width: number): void {
    const { canvas, context, painted } = this
    const isShown = pictures.length > 0
    if (!isShown && !this.isInView) return
    if (isShown) {
      this.fit(width)
      // Before the first one the canvas may have what another painter left.
      context.clearRect(painted?.left ?? 0, 0, painted?.width ?? width, EDGE_FRAMES_HEIGHT)
      this.painted = this.boxOf(pictures, x, width)
      this.paintBox(this.painted, pictures)
      canvas.dataset['left'] = String(this.painted.left)
    }
    canvas.dataset['frames'] = pictures.map(wordsOf).join(', ')
    this.show(isShown)
  }

  private show(isInView: boolean): void {
    if (this.isInView === isInView) return
    this.isInView = isInView
    this.canvas.style.transform = isInView ? 'none' : OUT_OF_VIEW
  }

  /** As fine as the screen, to twice. A canvas of another size is empty. */
  private fit(width: number): void {
    const { canvas, context } = this
    const density = Math.min(2, devicePixelRatio)
    const [wide, high] = [Math.round(width * density), Math.round(EDGE_FRAMES_HEIGHT * density)]
    if (canvas.width === wide && canvas.height === high) return
    Object.assign(canvas, { width: wide, height: high })
    context.scale(density, density)
  }

  private boxOf(pictures: readonly EdgePicture[], x: number, width: number): Box {
    const whole = 2 * INSET + pictures.length * (widthOf(pictures) + GAP) - GAP
    return { left: Math.round(Math.max(SIDE, Math.min(width - whole - SIDE, x - whole / 2))), width: whole }
  }

  private paintBox({ left, width }: Box, pictures: readonly EdgePicture[]): void {
    const { context } = this
    const look = (this.look ??= lookOf(this.canvas))
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
    const each = widthOf(pictures)
    for (const [at, picture] of pictures.entries())
      this.paintPicture(picture, left + INSET + at * (each + GAP), each, look)
  }

  private paintPicture({ image, isLate, time, hasLine }: EdgePicture, left: number, width: number, look: Look): void {
    const { context } = this
    const below = INSET + PICTURE_HEIGHT
    if (image) {
      context.save()
      context.beginPath()
      context.roundRect(left, INSET, width, PICTURE_HEIGHT, RADIUS)
      context.clip()
      context.globalAlpha = isLate ? LATE_OPACITY : 1
      context.drawImage(image, left, INSET, width, PICTURE_HEIGHT)
      context.restore()
    }
    context.fillStyle = hasLine ? look.text : look.muted
    context.fillText(time, left + width / 2, below + CAPTION_HEIGHT / 2)
    if (!hasLine) return
    context.fillStyle = look.mark
    context.fillRect(left, below + CAPTION_HEIGHT, width, MARK_HEIGHT)
  }
}

/** The frames of one video are all of one width. */
function widthOf(pictures: readonly EdgePicture[]): number {
  const image = pictures.find((picture) => picture.image)?.image
  return Math.round(PICTURE_HEIGHT * (image ? image.width / image.height : WIDE))
}

const wordsOf = ({ time, hasLine, isLate }: EdgePicture): string =>
  [time, ...(hasLine ? ['line'] : []), ...(isLate ? ['late'] : [])].join(' ')

function lookOf(canvas: HTMLCanvasElement): Look {
  const style = getComputedStyle(canvas)
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    font: `${style.fontSize} ${style.fontFamily}`,
    ground: color('overlay'),
    border: color('border-strong'),
    text: color('text'),
    muted: color('text-muted'),
    mark: color('accent'),
  }
}
