const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...LETTERS].map((letter, value) => [letter.charCodeAt(0), value]))

/** Bytes as base64, in one row. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3)
    const all = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    const letter = (shift: number): string => LETTERS[(all >> shift) & 63] ?? ''
    parts.push(letter(18) + letter(12) + (b === undefined ? '=' : letter(6)) + (c === undefined ? '=' : letter(0)))
  }
  return parts.join('')
}

/** The bytes of Base64; other characters are skipped. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [at, held, bits] = [0, 0, 0]
  for (let from = 0; from < text.length; from++) {
    const value = values.get(text.charCodeAt(from))
    if (value === undefined) continue
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 0xff
    }
  }
  return bytes.slice(0, at)
}
