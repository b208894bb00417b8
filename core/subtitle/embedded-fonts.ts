import { familiesOfFont } from './font-file.ts'

/** A font that a SubStation file brings. */
export interface EmbeddedFont {
  /** Names that styles ask for it by: its families and full names, in small letters. */
  readonly names: readonly string[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** So many fonts are taken of a file, and none that is larger (bytes): Aegisub's own files have fewer than ten. */
const MOST_FONTS = 32
const LARGEST_FONT = 8 * 1024 ** 2

/**
 * The fonts in the lines of a file's `[Fonts]` section. What is no sound TrueType or OpenType font, or too large, is left
 * out; the names that the lines give to the files mean nothing.
 */
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

/** Letters carry six bits each, from 33 on; what is left of four at the end is one or two bytes. */
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
