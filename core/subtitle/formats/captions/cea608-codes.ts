/* Codes of CEA-608 captions in a field's first data channel; the second adds 8 to the first byte. */

export const COLUMNS = 32
export const ROWS = 15

/** Colours in the order of their codes. */
export const captionColors = ['#ffffff', '#00ff00', '#0000ff', '#00ffff', '#ff0000', '#ffff00', '#ff00ff'] as const
/** Italics, in place of a colour. */
export const ITALICS = 7

/** Second bytes of control codes, whose first is 0x14. */
export const control = {
  popOn: 0x20,
  backspace: 0x21,
  deleteToEnd: 0x24,
  rollUp2: 0x25,
  rollUp4: 0x27,
  paintOn: 0x29,
  textRestart: 0x2a,
  textResume: 0x2b,
  eraseShown: 0x2c,
  newRow: 0x2d,
  eraseHidden: 0x2e,
  show: 0x2f,
} as const

/** First bytes of the row codes, from row 1, and whether the second byte has 0x20. */
export const rowCodes: readonly (readonly [first: number, upper: boolean])[] = [
  [0x11, false],
  [0x11, true],
  [0x12, false],
  [0x12, true],
  [0x15, false],
  [0x15, true],
  [0x16, false],
  [0x16, true],
  [0x17, false],
  [0x17, true],
  [0x10, false],
  [0x13, false],
  [0x13, true],
  [0x14, false],
  [0x14, true],
]

const changed: Record<number, string> = {
  0x2a: 'á',
  0x5c: 'é',
  0x5e: 'í',
  0x5f: 'ó',
  0x60: 'ú',
  0x7b: 'ç',
  0x7c: '÷',
  0x7d: 'Ñ',
  0x7e: 'ñ',
  0x7f: '█',
}

/** The letter of one byte from 0x20 to 0x7f. */
export function basicLetter(byte: number): string {
  return changed[byte] ?? String.fromCharCode(byte)
}

/** Letters of two bytes, 0x11 and 0x30 to 0x3f. */
export const specialLetters = '®°½¿™¢£♪à\u00A0èâêîôû'
/** Letters of two bytes, 0x12 and 0x13 with 0x20 to 0x3f: they replace the letter before them. */
export const extendedLetters = ['ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»', 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘'] as const

/** How a letter is sent: one byte; two; or a substitute for old decoders, and two. */
export type LetterCode =
  | { readonly kind: 'basic'; readonly byte: number }
  | { readonly kind: 'special'; readonly bytes: readonly [number, number] }
  | { readonly kind: 'extended'; readonly instead: number; readonly bytes: readonly [number, number] }

const insteadOf: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '—': '-',
  '«': '"',
  '»': '"',
  '©': 'c',
}

function makeCodes(): Map<string, LetterCode> {
  const codes = new Map<string, LetterCode>()
  for (const [set, letters] of extendedLetters.entries()) {
    for (const [at, letter] of [...letters].entries()) {
      const plain = insteadOf[letter] ?? letter.normalize('NFD').slice(0, 1)
      const instead = /^[A-Za-z"'-]$/.test(plain) ? plain.charCodeAt(0) : 0x2d
      codes.set(letter, { kind: 'extended', instead, bytes: [0x12 + set, 0x20 + at] })
    }
  }
  for (const [at, letter] of [...specialLetters].entries()) {
    codes.set(letter, { kind: 'special', bytes: [0x11, 0x30 + at] })
  }
  for (let byte = 0x20; byte < 0x80; byte++) codes.set(basicLetter(byte), { kind: 'basic', byte })
  return codes
}

let madeCodes: Map<string, LetterCode> | undefined
/** Created with the first caption: Unicode's tables take longer to load than a file to read. */
const letterCodes = (): Map<string, LetterCode> => (madeCodes ??= makeCodes())
const alike: Record<string, string> = { '…': '...', '–': '—', '″': '"', '\u00A0': ' ', '♫': '♪', '\u00AD': '' }

/** The available letters for a letter, and whether they are exact. */
export function captionLetters(letter: string): { readonly letters: string; readonly same: boolean } {
  if (letterCodes().has(letter)) return { letters: letter, same: true }
  const other = alike[letter]
  if (other !== undefined) return { letters: other, same: true }
  const plain = letter.normalize('NFD').slice(0, 1)
  return { letters: letterCodes().has(plain) ? plain : '?', same: false }
}

/** The code of an available letter. */
export function letterCode(letter: string): LetterCode | undefined {
  return letterCodes().get(letter)
}

/** A byte with its eighth bit set for odd parity. */
export function withParity(byte: number): number {
  let ones = 0
  for (let rest = byte & 0x7f; rest > 0; rest >>= 1) ones += rest & 1
  return ones % 2 === 0 ? (byte & 0x7f) | 0x80 : byte & 0x7f
}
