import { roleLimits } from '#core/domain/limits.ts'

/** A file without a decodable picture. */
export class PictureUnreadable extends Error {}

/** The centre of a picture as a small square JPEG. Rejects with PictureUnreadable. */
export async function squareOf(file: Blob): Promise<Blob> {
  const { avatarSidePx, avatarMaxBytes } = roleLimits
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureUnreadable('The browser can not read this picture')
  })
  const side = Math.min(picture.width, picture.height)
  const canvas = new OffscreenCanvas(2 * avatarSidePx, 2 * avatarSidePx)
  const context = canvas.getContext('2d')
  if (!context) throw new PictureUnreadable('No canvas')
  // Transparency becomes white, as in speakers' pictures.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (let quality = 9; quality >= 1; quality--) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: quality / 10 })
    if (blob.size <= avatarMaxBytes) return blob
  }
  throw new PictureUnreadable('Too large at every quality')
}
