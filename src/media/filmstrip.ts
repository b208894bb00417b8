import { STRIP_COLUMNS, stripCell } from '#core/media/thumbnails.ts'

/** Splits a filmstrip into its pictures; undefined if it is too small for them. */
export async function cutStrip(blob: Blob, count: number): Promise<ImageBitmap[] | undefined> {
  if (count < 1) return undefined
  const strip = await createImageBitmap(blob)
  const rows = Math.ceil(count / STRIP_COLUMNS)
  const width = Math.floor(strip.width / STRIP_COLUMNS)
  const height = Math.floor(strip.height / rows)
  if (width < 1 || height < 1) return undefined
  const pictures = Array.from({ length: count }, (_, index) => {
    const { column, row } = stripCell(index)
    return createImageBitmap(strip, column * width, row * height, width, height)
  })
  const cut = await Promise.all(pictures)
  strip.close()
  return cut
}

/** Adds pictures to a filmstrip as they arrive. */
export function joinStrip(count: number): { put(index: number, image: ImageBitmap): void; blob(): Promise<Blob> } {
  let canvas: OffscreenCanvas | undefined
  return {
    put(index, image) {
      canvas ??= new OffscreenCanvas(image.width * STRIP_COLUMNS, image.height * Math.ceil(count / STRIP_COLUMNS))
      const { column, row } = stripCell(index)
      canvas.getContext('2d')!.drawImage(image, column * image.width, row * image.height)
    },
    blob: () => canvas!.convertToBlob({ type: 'image/jpeg', quality: 0.8 }),
  }
}
