import { familiesOfFont } from '../../text/font-file.ts'

/** A font embedded in a SubStation file. */
export interface EmbeddedFont {
  /** Names by which styles refer to it: families and full names, in lower case. */
  readonly names: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Most fonts taken of a file, and the largest size in bytes: Aegisub's files have fewer than ten. */
const MOST_FONTS = 32
const LARGEST_FONT = 8 * 1024 ** 2

/** The fonts of a file's `[Fonts]` lines, without invalid or too large ones; file names are ignored. */
export function embeddedFonts(lines: readonly string[]): EmbeddedFont[] {
  const fonts: EmbeddedFont[] = []
  let data: string[] = []
  const close = (): void => {
    const bytes = data.length > 0 && fonts.length < MOST_FONTS ? decoded(data.join('')) : undefined
    const names = bytes && familiesOfFont(bytes)
    if (bytes && names) fonts.push({ names, bytes })
    data = []
  }
  for (const line of lines) {
    if (/^fontname:/i.test(line)) close()
    else data.push(line.trimEnd())
  }
  close()
  return fonts
}

/** Letters carry six bits each, from 33 on; a remainder of four is one or two bytes. */
function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  const size = Math.floor((text.length * 3) / 4)
  if (size === 0 || size > LARGEST_FONT || /[^!-`]/.test(text)) return undefined
  const bytes = new Uint8Array(size)
  let [bits, held, at] = [0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    bits = ((bits << 6) | (text.charCodeAt(i) - 33)) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    if (at < size) bytes[at++] = (bits >> held) & 255
  }
  return bytes
}
