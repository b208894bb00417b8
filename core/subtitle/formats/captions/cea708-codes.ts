/* Codes of CEA-708 captions: one service, its windows, pens and letters. */

/** Commands of a service by their first byte. */
export const command = {
  backspace: 0x08,
  clear: 0x0c,
  newRow: 0x0d,
  clearRow: 0x0e,
  extended: 0x10,
  wide: 0x18,
  currentWindow: 0x80,
  clearWindows: 0x88,
  showWindows: 0x89,
  hideWindows: 0x8a,
  toggleWindows: 0x8b,
  deleteWindows: 0x8c,
  reset: 0x8f,
  penStyle: 0x90,
  penColor: 0x91,
  penPlace: 0x92,
  windowStyle: 0x97,
  defineWindow: 0x98,
} as const

/** Alignment of rows in a window. */
export const justify = { left: 0, right: 1, centre: 2 } as const

/** Letters of two bytes, `extended` and one of these. */
const extendedLetters: Readonly<Record<number, string>> = {
  0x20: ' ',
  0x21: '\u00A0',
  0x25: '…',
  0x2a: 'Š',
  0x2c: 'Œ',
  0x30: '█',
  0x31: '‘',
  0x32: '’',
  0x33: '“',
  0x34: '”',
  0x35: '•',
  0x39: '™',
  0x3a: 'š',
  0x3c: 'œ',
  0x3d: '℠',
  0x3f: 'Ÿ',
  0x76: '⅛',
  0x77: '⅜',
  0x78: '⅝',
  0x79: '⅞',
  0x7a: '│',
  0x7b: '┐',
  0x7c: '└',
  0x7d: '─',
  0x7e: '┘',
  0x7f: '┌',
}

/** The letter of one byte: first set from 0x20, second from 0xa0. */
export function serviceLetter(byte: number): string {
  return byte === 0x7f ? '♪' : String.fromCharCode(byte)
}

/** The letter of a byte after `extended`. */
export function extendedServiceLetter(byte: number): string {
  return extendedLetters[byte] ?? (byte === 0xa0 ? '[CC]' : '_')
}

let bytesByLetter: Map<string, readonly number[]> | undefined

/** The bytes of a letter; undefined if it has no code. */
export function serviceBytes(letter: string): readonly number[] | undefined {
  bytesByLetter ??= new Map<string, readonly number[]>([
    ...Object.entries(extendedLetters).map(([byte, each]) => [each, [command.extended, Number(byte)]] as const),
    ...Array.from({ length: 0x5f }, (_, at) => [String.fromCharCode(0x20 + at), [0x20 + at]] as const),
    ...Array.from({ length: 0x60 }, (_, at) => [String.fromCharCode(0xa0 + at), [0xa0 + at]] as const),
    ['♪', [0x7f]] as const,
  ])
  return bytesByLetter.get(letter)
}

/** Bytes after the first one of a command; undefined if the next byte decides. */
export function parametersOf(first: number): number {
  if (first < 0x10) return 0
  if (first < 0x18) return 1
  if (first < 0x20) return 2
  if (first >= command.defineWindow && first < 0xa0) return 6
  if (first === command.windowStyle) return 4
  if (first === command.penColor) return 3
  if (first === command.penStyle || first === command.penPlace) return 2
  return first >= command.clearWindows && first <= 0x8d ? 1 : 0
}

/** Bytes after the second one of an extended command. */
export function extendedParametersOf(second: number): number {
  if (second < 0x20) return second >> 3
  if (second >= 0x80 && second < 0x88) return 4
  return second >= 0x88 && second < 0x90 ? 5 : 0
}
