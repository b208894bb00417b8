import { imageSize } from 'image-size'

/** Whether bytes are a JPEG whose header gives no longer sides than these: what any browser decodes easily. */
export function isJpegWithin(bytes: Buffer, maxWidth: number, maxHeight: number): boolean {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return false
  try {
    const { type, width, height } = imageSize(bytes)
    return type === 'jpg' && width > 0 && height > 0 && width <= maxWidth && height <= maxHeight
  } catch {
    // Plain errors and RangeErrors alike tell of a header that is cut off or none.
    return false
  }
}
