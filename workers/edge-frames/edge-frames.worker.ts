import { EdgeFramesPainter, type EdgePainting } from './painter.ts'

/** What the page says to the thread. Frames are numbers of frames of the video. */
export type EdgeFramesMessage =
  | { readonly kind: 'open'; readonly canvas: OffscreenCanvas; readonly font: EdgeFramesFont }
  | { readonly kind: 'keep'; readonly frame: number; readonly image: ImageBitmap }
  | { readonly kind: 'drop'; readonly frame: number }
  /** Without a painting the canvas becomes empty. */
  | { readonly kind: 'paint'; readonly painting: EdgePainting | undefined }

/** A font of the page, which a thread has to load for itself. */
export interface EdgeFramesFont {
  readonly family: string
  readonly address: string
}

const painter = new EdgeFramesPainter()

addEventListener('message', ({ data }: MessageEvent<EdgeFramesMessage>) => {
  if (data.kind === 'open') open(data.canvas, data.font)
  else if (data.kind === 'keep') painter.keep(data.frame, data.image)
  else if (data.kind === 'drop') painter.drop(data.frame)
  else painter.paint(data.painting)
})

function open(canvas: OffscreenCanvas, { family, address }: EdgeFramesFont): void {
  painter.open(canvas)
  const font = new FontFace(family, `url(${JSON.stringify(address)})`)
  fonts.add(font)
  // Until it is there, and where it does not come, the times are in the computer's own font.
  void font.load().then(
    () => painter.again(),
    () => undefined,
  )
}
