/**
 * Pictures as a Matroska stream of uncompressed video (RFC 9559), with a time for each: the only way to pipe pictures of
 * a variable rate to ffmpeg.
 */

/** Nanoseconds per tick: times are whole microseconds. */
const TICK_NS = 1000

/** The header; pictures are planar 4:2:0. */
export function matroskaHead({ width, height }: { width: number; height: number }): Uint8Array {
  const header = element(0x1a45dfa3, [
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'matroska'),
    number(0x4287, 4),
    number(0x4285, 2),
  ])
  const info = element(0x1549a966, [number(0x2ad7b1, TICK_NS), text(0x4d80, 'cuelane'), text(0x5741, 'cuelane')])
  const picture = element(0xe0, [number(0xb0, width), number(0xba, height), text(0x2eb524, 'I420')])
  const track = [number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), text(0x86, 'V_UNCOMPRESSED'), picture]
  // The segment has unknown length: it ends with the stream.
  const segment = join([id(0x18538067), Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)])
  return join([header, segment, info, element(0x1654ae6b, [element(0xae, track)])])
}

/** The header before each picture's bytes; `us` is its time in whole microseconds, not decreasing. */
export function pictureHead(us: number, bytes: number): Uint8Array {
  const time = number(0xe7, us)
  const block = Uint8Array.of(0x81, 0, 0, 0x80)
  const blockHead = join([id(0xa3), length(block.length + bytes), block])
  return join([id(0x1f43b675), length(time.length + blockHead.length + bytes), time, blockHead])
}

function element(name: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = join(parts)
  return join([id(name), length(content.length), content])
}

function number(name: number, value: number): Uint8Array {
  return element(name, [bigEndian(value, 8)])
}

function text(name: string | number, value: string): Uint8Array {
  return element(Number(name), [new TextEncoder().encode(value)])
}

function id(name: number): Uint8Array {
  return bigEndian(name, name > 0xffffff ? 4 : name > 0xffff ? 3 : name > 0xff ? 2 : 1)
}

/** Eight-byte lengths, whose first byte marks the size. */
function length(bytes: number): Uint8Array {
  const coded = bigEndian(bytes, 8)
  coded[0] = 0x01
  return coded
}

function bigEndian(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes)
  for (let at = bytes - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) out[at] = rest % 256
  return out
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
