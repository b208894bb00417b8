/**
 * Subtitles as pictures, as on Blu-ray discs (PGS): one square for a second, and its end. A segment has the letters PG,
 * two times of 90 kHz, its kind and its length.
 */
export function pictureSubtitles(): Buffer {
  return Buffer.concat([...shown(1000), ...cleared(2000)])
}

const SIDE = 8

function shown(ms: number): Buffer[] {
  return [
    segment(0x16, ms, composition(0x80, [1, 0, 0, 0, 0, ...u16(10), ...u16(10)])),
    segment(0x17, ms, [1, 0, ...u16(10), ...u16(10), ...u16(SIDE), ...u16(SIDE)]),
    // Palette: the first colour is white.
    segment(0x14, ms, [0, 0, 1, 235, 128, 128, 255]),
    segment(0x15, ms, object()),
    segment(0x80, ms, []),
  ]
}

function cleared(ms: number): Buffer[] {
  return [segment(0x16, ms, composition(0, [0])), segment(0x80, ms, [])]
}

function composition(state: number, objects: number[]): number[] {
  const head = [...u16(320), ...u16(180), 0x10, ...u16(0), state, 0, 0]
  return [...head, ...objects]
}

function object(): number[] {
  // A row: as many pixels of colour 1, and its end.
  const row = [0, 0x80 | SIDE, 1, 0, 0]
  const rows = Array.from({ length: SIDE }, () => row).flat()
  const length = rows.length + 4
  return [0, 0, 0, 0xc0, 0, ...u16(length), ...u16(SIDE), ...u16(SIDE), ...rows]
}

function segment(kind: number, ms: number, bytes: number[]): Buffer {
  const head = Buffer.alloc(13)
  head.write('PG')
  head.writeUInt32BE(ms * 90, 2)
  head[10] = kind
  head.writeUInt16BE(bytes.length, 11)
  return Buffer.concat([head, Buffer.from(bytes)])
}

const u16 = (value: number): [number, number] => [value >> 8, value & 255]
