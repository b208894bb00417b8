/** A TrueType font of a unique family: each letter A to Z is a block, higher from letter to letter. */
export function blockFont(family: string): Uint8Array<ArrayBuffer> {
  const heights = Array.from({ length: 26 }, (_, at) => 150 + at * 20)
  const glyphs = [[], ...heights.map(block), []]
  const tables: readonly (readonly [tag: string, words: readonly number[]])[] = [
    ['cmap', cmap(glyphs.length)],
    ['glyf', glyphs.flat()],
    ['head', head],
    ['hhea', [1, 0, 800, -200, 0, 1000, 100, 0, 700, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length]],
    ['hmtx', glyphs.flatMap(() => [700, 100])],
    ['loca', offsets(glyphs)],
    ['maxp', [1, 0, glyphs.length, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['name', names(family)],
  ]
  return file(tables)
}

const long = (value: number): [number, number] => [value >> 16, value & 0xffff]

/** One outline, as high as that, of four corners. */
function block(height: number): number[] {
  const flags = [0x0101, 0x0101]
  return [1, 100, 0, 600, height, 3, 0, ...flags, 100, 500, 0, -500, 0, 0, height, 0]
}

function offsets(glyphs: readonly (readonly number[])[]): number[] {
  let at = 0
  return [...glyphs.flatMap(({ length }) => long((at += length * 2) - length * 2)), ...long(at)]
}

/** A blank is the last glyph, A the second. */
function cmap(count: number): number[] {
  const groups = [
    [32, 32, count - 1],
    [65, 90, 1],
  ]
  return [
    ...[0, 1, 3, 10, ...long(12), 12, 0, ...long(16 + groups.length * 12), ...long(0), ...long(groups.length)],
    ...groups.flat().flatMap(long),
  ]
}

const head = [
  ...[1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, ...Array.from({ length: 8 }, () => 0)],
  ...[0, 0, 700, 800, 0, 8, 2, 1, 0],
]

function names(family: string): number[] {
  const texts = [family, 'Regular', family, family.replaceAll(' ', '')]
  let at = 0
  const records = [1, 2, 4, 6].flatMap((id, index) => {
    const length = (texts[index] ?? '').length * 2
    at += length
    return [3, 1, 0x409, id, length, at - length]
  })
  return [0, 4, 6 + 4 * 12, ...records, ...texts.flatMap((text) => [...text].map((letter) => letter.charCodeAt(0)))]
}

function file(tables: readonly (readonly [tag: string, words: readonly number[]])[]): Uint8Array<ArrayBuffer> {
  const padded = tables.map(([, words]) => words.length + (words.length % 2))
  const size = 12 + tables.length * 16 + padded.reduce((sum, words) => sum + words * 2, 0)
  const view = new DataView(new ArrayBuffer(size))
  view.setUint32(0, 0x00010000)
  view.setUint16(4, tables.length)
  let from = 12 + tables.length * 16
  for (const [index, [tag, words]] of tables.entries()) {
    const at = 12 + index * 16
    for (const [place, letter] of [...tag].entries()) view.setUint8(at + place, letter.charCodeAt(0))
    view.setUint32(at + 8, from)
    view.setUint32(at + 12, words.length * 2)
    for (const [place, word] of words.entries()) view.setUint16(from + place * 2, word & 0xffff)
    from += (padded[index] ?? 0) * 2
  }
  return new Uint8Array(view.buffer)
}
