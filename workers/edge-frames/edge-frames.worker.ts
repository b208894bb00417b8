import { EdgeFramesPainter, type EdgePainting } from './painter.ts'

/** Messages of the page. Frames are frame numbers of the video. */
export type EdgeFramesMessage =
  | { readonly kind: 'open'; readonly canvas: OffscreenCanvas; readonly font: EdgeFramesFont }
  | { readonly kind: 'keep'; readonly frame: number; readonly image: ImageBitmap }
  | { readonly kind: 'drop'; readonly frame: number }
  /** Without a painting the canvas is cleared. */
  | { readonly kind: 'paint'; readonly painting: EdgePainting | undefined }

/** A font of the page, which a worker must load separately. */
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
  // Until it is loaded, or if it fails, times use the system font.
  void font.load().then(
    () => painter.again(),
    () => undefined,
  )
}
