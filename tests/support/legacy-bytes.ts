const tables = new Map<string, Map<string, number[]>>()

/** The decoder's table inverted: Node only encodes Unicode. */
function tableOf(label: string): Map<string, number[]> {
  const kept = tables.get(label)
  if (kept) return kept
  const decoder = new TextDecoder(label)
  const table = new Map<string, number[]>()
  for (let a = 0; a < 256; a++) {
    const one = decoder.decode(Uint8Array.of(a))
    if ([...one].length === 1 && one !== '\uFFFD' && !table.has(one)) table.set(one, [a])
    if (a <= 0x80) continue
    for (let b = 0x21; b < 256; b++) {
      const two = decoder.decode(Uint8Array.of(a, b))
      if ([...two].length === 1 && two !== '\uFFFD' && !table.has(two)) table.set(two, [a, b])
    }
  }
  tables.set(label, table)
  return table
}

/** Bytes of a text in an encoding, or undefined if it lacks a letter. */
export function encode(text: string, label: string): Uint8Array | undefined {
  if (label === 'iso-2022-jp') return encodeJapaneseMail(text)
  if (label.startsWith('utf-')) return encodeUnicode(text, label)
  const table = tableOf(label)
  const bytes: number[] = []
  for (const letter of label === 'windows-1258' ? withToneMarks(text) : text) {
    const found = table.get(letter)
    if (!found) return undefined
    bytes.push(...found)
  }
  return Uint8Array.from(bytes)
}

/** windows-1258 writes a Vietnamese tone as a mark after its letter. */
function withToneMarks(text: string): string {
  return text.normalize('NFD').replace(/(\p{L})(\p{M}+)/gu, (_, base: string, marks: string) => {
    const tones = marks.replace(/[^\u0300\u0301\u0303\u0309\u0323]/g, '')
    return (base + marks.replace(/[\u0300\u0301\u0303\u0309\u0323]/g, '')).normalize('NFC') + tones
  })
}

function encodeJapaneseMail(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  let wide = false
  for (const letter of text) {
    const pair = letter.charCodeAt(0) < 128 ? [letter.charCodeAt(0)] : tableOf('euc-jp').get(letter)
    if (!pair || (pair.length === 1 && pair[0]! > 127) || pair[0] === 0x8e) return undefined
    const isWide = pair.length === 2
    if (isWide !== wide) bytes.push(0x1b, ...(isWide ? [0x24, 0x42] : [0x28, 0x42]))
    wide = isWide
    bytes.push(...pair.map((byte) => byte & 127))
  }
  return Uint8Array.from(wide ? [...bytes, 0x1b, 0x28, 0x42] : bytes)
}

function encodeUnicode(text: string, label: string): Uint8Array {
  if (label === 'utf-8') return new TextEncoder().encode(text)
  const little = label.endsWith('le')
  const units = label.startsWith('utf-16')
    ? Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    : [...text].map((letter) => letter.codePointAt(0)!)
  const size = label.startsWith('utf-16') ? 2 : 4
  const bytes = new DataView(new ArrayBuffer(units.length * size))
  for (const [at, unit] of units.entries()) {
    if (size === 2) bytes.setUint16(at * 2, unit, little)
    else bytes.setUint32(at * 4, unit, little)
  }
  return new Uint8Array(bytes.buffer)
}
