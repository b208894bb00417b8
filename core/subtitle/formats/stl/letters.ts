/** Character tables of EBU STL: ISO 6937, or ISO 8859's Cyrillic, Arabic, Greek or Hebrew part. */
export type CodeTable = '00' | '01' | '02' | '03' | '04'

const partOf8859: Record<string, string> = {
  '01': 'iso-8859-5',
  '02': 'iso-8859-6',
  '03': 'iso-8859-7',
  '04': 'iso-8859-8',
}

/** Marks before their letter, 0xc1 to 0xcf, as Unicode's combining ones. */
const marks: Record<number, string> = {
  0xc1: '\u0300',
  0xc2: '\u0301',
  0xc3: '\u0302',
  0xc4: '\u0303',
  0xc5: '\u0304',
  0xc6: '\u0306',
  0xc7: '\u0307',
  0xc8: '\u0308',
  0xca: '\u030A',
  0xcb: '\u0327',
  0xcd: '\u030B',
  0xce: '\u0328',
  0xcf: '\u030C',
}

/** 0xa1 to 0xbf, 0xd0 to 0xd7, 0xdc to 0xff; a space means no letter. */
const latinRows: readonly (readonly [from: number, letters: string])[] = [
  [0xa1, '¡¢£$¥#§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿'],
  [0xd0, '—¹®©™♪¬¦'],
  [0xdc, '⅛⅜⅝⅞ΩÆĐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ'],
]

function makeLatin(): Map<number, string> {
  const table = new Map<number, string>()
  for (const [from, letters] of latinRows) {
    for (const [at, letter] of [...letters].entries()) if (letter !== ' ') table.set(from + at, letter)
  }
  table.set(0x24, '¤')
  table.set(0xa0, '\u00A0')
  return table
}

const latin = makeLatin()
const latinCodes = new Map([...latin].map(([byte, letter]) => [letter, byte]))
latinCodes.set('¤', 0xa8)
const markCodes = new Map(Object.entries(marks).map(([byte, mark]) => [mark, Number(byte)]))

/** The letters of some bytes from 0x20 on; a code without a letter is U+FFFD. */
export function decodeLetters(bytes: Uint8Array, table: CodeTable): string {
  const part = partOf8859[table]
  if (part !== undefined) return new TextDecoder(part).decode(bytes)
  let out = ''
  let mark = ''
  for (const byte of bytes) {
    const next = marks[byte]
    if (next !== undefined) mark = next
    else {
      const letter = latin.get(byte) ?? (byte < 0x7f ? String.fromCharCode(byte) : '\uFFFD')
      out += (letter + mark).normalize('NFC')
      mark = ''
    }
  }
  return out
}

/** The bytes of a letter; undefined if the table lacks it. */
export function encodeLetter(letter: string, table: CodeTable): readonly number[] | undefined {
  const code = letter.codePointAt(0) ?? 0
  if (code >= 0x20 && code < 0x7f && letter !== '$') return [code]
  const part = partOf8859[table]
  if (part !== undefined) {
    const byte = letter === '$' ? 0x24 : codesOf(part).get(letter)
    return byte === undefined ? undefined : [byte]
  }
  const byte = latinCodes.get(letter)
  if (byte !== undefined) return [byte]
  const [base = '', mark = '', ...more] = letter.normalize('NFD')
  const markCode = markCodes.get(mark)
  if (markCode === undefined || more.length > 0 || !/^[A-Za-z]$/.test(base)) return undefined
  return [markCode, base.charCodeAt(0)]
}

const partCodes = new Map<string, ReadonlyMap<string, number>>()

/** The upper half of a part of ISO 8859, by letter. */
function codesOf(part: string): ReadonlyMap<string, number> {
  const known = partCodes.get(part)
  if (known) return known
  const bytes = Uint8Array.from({ length: 0x60 }, (_, at) => 0xa0 + at)
  const codes = new Map([...new TextDecoder(part).decode(bytes)].map((letter, at) => [letter, 0xa0 + at]))
  codes.delete('\uFFFD')
  partCodes.set(part, codes)
  return codes
}

const tables: readonly CodeTable[] = ['00', '01', '02', '03', '04']
const alike: Record<string, string> = {
  '…': '...',
  '–': '—',
  '\u200E': '',
  '\u200F': '',
  '\u00AD': '',
  '♫': '♪',
  '„': '"',
}

/** The table with most letters of a text. */
export function tableFor(text: string): CodeTable {
  const letters = [...new Set(text)].filter((letter) => letter > '~')
  const missing = (table: CodeTable): number => letters.filter((letter) => lacks(letter, table)).length
  return tables.reduce<CodeTable>((best, table) => (missing(table) < missing(best) ? table : best), '00')
}

const lacks = (letter: string, table: CodeTable): boolean =>
  encodeLetter(letter, table) === undefined && alike[letter] === undefined

/** The table's letters for a letter, and whether they are exact. */
export function tableLetters(letter: string, table: CodeTable): { readonly letters: string; readonly same: boolean } {
  if (encodeLetter(letter, table)) return { letters: letter, same: true }
  const other = alike[letter]
  if (other !== undefined && [...other].every((one) => encodeLetter(one, table))) return { letters: other, same: true }
  const plain = letter.normalize('NFD').slice(0, 1)
  return { letters: encodeLetter(plain, table) ? plain : '?', same: false }
}
