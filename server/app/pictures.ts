import { imageSize } from 'image-size'

/** Whether bytes are a JPEG whose header has no longer sides than these, which any browser decodes easily. */
export function isJpegWithin(bytes: Buffer, maxWidth: number, maxHeight: number): boolean {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return false
  try {
    const { type, width, height } = imageSize(bytes)
    return type === 'jpg' && width > 0 && height > 0 && width <= maxWidth && height <= maxHeight
  } catch {
    // Plain errors and RangeErrors alike mean a truncated or missing header.
    return false
  }
}
