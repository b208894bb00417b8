/** The lines of a `[Fonts]` section that hold some bytes. */
export function encodeFont(bytes: Uint8Array): string[] {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const letters = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const count = Math.min(3, bytes.length - at) + 1
    text += letters
      .slice(0, count)
      .map((value) => String.fromCharCode(value + 33))
      .join('')
  }
  return text.match(/.{1,80}/g) ?? []
}
