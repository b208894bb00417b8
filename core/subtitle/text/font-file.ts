/** A font that every build of libass draws alike. */
export function fontForLibass(font: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return withWholeCharacterMap(withoutAutoHints(font))
}

const CMAP = 0x636d6170
const MICROSOFT = 3
/** Character maps up to U+FFFF, of all characters, and an unused number (OpenType specification, "cmap"). */
const MAPS = { basic: 1, whole: 10, none: 7 }

/**
 * A font with Windows maps of the first 65,536 characters and of all, without the first: libass 0.17 would choose it and
 * find no emoji.
 */
export function withWholeCharacterMap(font: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = tableAt(view, CMAP)
  if (table === undefined || table + 4 > font.byteLength) return font
  const count = Math.min(view.getUint16(table + 2), Math.floor((font.byteLength - table - 4) / 8))
  const records = Array.from({ length: count }, (_, at) => table + 4 + at * 8)
  const ofWindows = records.filter((at) => view.getUint16(at) === MICROSOFT)
  const basic = ofWindows.find((at) => view.getUint16(at + 2) === MAPS.basic)
  if (basic === undefined || !ofWindows.some((at) => view.getUint16(at + 2) === MAPS.whole)) return font
  const whole = font.slice()
  new DataView(whole.buffer).setUint16(basic + 2, MAPS.none)
  return whole
}

/** Offset of a table in a single TrueType font. */
function tableAt(view: DataView, tag: number): number | undefined {
  if (view.byteLength < 12 || !KINDS.includes(view.getUint32(0))) return undefined
  const end = Math.min(view.byteLength - 16, 12 + (view.getUint16(4) - 1) * 16)
  for (let at = 12; at <= end; at += 16) if (view.getUint32(at) === tag) return view.getUint32(at + 8)
  return undefined
}

const PREP = 0x70726570
/** A control program of up to this size counts as none. */
const NONE = 7

/**
 * A TrueType font made immune to autohinting, which changes widths by up to a hundredth between builds of libass.
 * FreeType detects hints by a control program over 7 bytes: its padding, a harmless instruction, is counted in.
 */
export function withoutAutoHints(font: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  if (font.byteLength < 12 || view.getUint32(0) !== 0x00010000) return font
  const tables = view.getUint16(4)
  for (let at = 12; at < 12 + tables * 16 && at + 16 <= font.byteLength; at += 16) {
    if (view.getUint32(at) !== PREP || view.getUint32(at + 12) > NONE) continue
    if (view.getUint32(at + 8) + NONE >= font.byteLength) return font
    const exact = font.slice()
    new DataView(exact.buffer).setUint32(at + 12, NONE + 1)
    return exact
  }
  return font
}

/** TrueType, OpenType with cubic outlines, and TrueType as Apple wrote it (OpenType specification, "Font file"). */
const KINDS = [0x00010000, 0x4f54544f, 0x74727565]
const COLLECTION = 0x74746366
/** Tables required for drawing. */
const NEEDED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name']
const MOST_TABLES = 64
const MOST_NAMES = 2000
const LONGEST_NAME = 512
/** Family, full name, PostScript name, typographic family. */
const NAME_IDS = new Set([1, 4, 6, 16])

/** Names of a font for styles, in lower case; undefined for invalid bytes. A collection counts as its first font. */
export function familiesOfFont(font: Uint8Array<ArrayBuffer>): string[] | undefined {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  try {
    const first = view.getUint32(0) === COLLECTION ? view.getUint32(12) : 0
    const tables = tablesOf(view, first)
    const names = tables?.get('name')
    return names === undefined ? undefined : namesIn(view, names)
  } catch (error) {
    // An offset outside the bytes.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Table {
  readonly from: number
  readonly to: number
}

/** Offsets of the tables of a font; undefined if one is missing or outside the file. */
function tablesOf(view: DataView, from: number): Map<string, Table> | undefined {
  const count = view.getUint16(from + 4)
  if (!KINDS.includes(view.getUint32(from)) || count > MOST_TABLES) return undefined
  const tables = new Map<string, Table>()
  for (let at = from + 12; at < from + 12 + count * 16; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)))
    const [start, length] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (start + length > view.byteLength) return undefined
    tables.set(tag, { from: start, to: start + length })
  }
  const hasOutlines = tables.has('glyf') || tables.has('CFF ') || tables.has('CFF2')
  return hasOutlines && NEEDED.every((tag) => tables.has(tag)) ? tables : undefined
}

/** The names in the table of names (OpenType specification, "name"). */
function namesIn(view: DataView, { from, to }: Table): string[] {
  const names = new Set<string>()
  const texts = from + view.getUint16(from + 4)
  const count = Math.min(view.getUint16(from + 2), MOST_NAMES)
  for (let at = from + 6; at < from + 6 + count * 12; at += 12) {
    if (!NAME_IDS.has(view.getUint16(at + 6))) continue
    const start = texts + view.getUint16(at + 10)
    const end = start + view.getUint16(at + 8)
    if (end > to || end - start > LONGEST_NAME) continue
    // Macintosh names are in bytes, Unicode and Windows ones in UTF-16.
    const step = view.getUint16(at) === 1 ? 1 : 2
    let name = ''
    for (let place = start; place + step <= end; place += step) {
      name += String.fromCharCode(step === 1 ? view.getUint8(place) : view.getUint16(place))
    }
    if (name.trim()) names.add(name.trim().toLowerCase())
  }
  return [...names]
}
