/** Detection of UTF-16 and UTF-32 without a mark, and recovery from a lost or inserted byte. */
export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'
const wideEncodings: readonly WideEncoding[] = ['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be']

export const isWide = (label: string): label is WideEncoding => (wideEncodings as readonly string[]).includes(label)

/** Bytes that suffice to detect an encoding. */
const SAMPLE = 65_536

/**
 * The wide encoding of a text without a mark: digits, arrows and line ends put zeros at the same byte of every unit.
 * Zeros by damage form no letters.
 */
export function wideEncodingOf(bytes: Uint8Array): WideEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  let zeros = 0
  for (const byte of sample) if (byte === 0) zeros++
  if (sample.length < 8 || zeros < sample.length / 10) return undefined
  const fitting = wideEncodings.filter((label) => rateOf(decodeWide(sample, label)) > 0)
  // Read out of step, later lines are right too: the beginning decides.
  const [best] = fitting.map((label) => ({ label, fault: firstFault(sample, label) })).sort((a, b) => b.fault - a.fault)
  return best?.label
}

/** Bytes of letters before the first invalid one. */
function firstFault(bytes: Uint8Array, label: WideEncoding): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = label.endsWith('le')
  const size = label.startsWith('utf-32') ? 4 : 2
  let at = 0
  for (; at + size <= bytes.length; at += size) {
    const code = size === 4 ? view.getUint32(at, little) : view.getUint16(at, little)
    if (isUnlikely(code) || isOutOfStep(code, size)) return at
  }
  return at
}

/** Share of ASCII in a text, minus three times the share of impossible characters. */
function rateOf(text: string): number {
  let ascii = 0
  let unlikely = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isUnlikely(code) || code === 0xfffd) unlikely++
    else if (code < 0x80) ascii++
  }
  return (ascii - 3 * unlikely) / Math.max(1, text.length)
}

/** Common letters with a zero lower byte: Han, Hangul, the ideographic space. */
const COMMON: ReadonlySet<number> = new Set([0x3000, 0x4e00, 0xac00])

/** Units from halves of two letters, control characters, and private use. */
const isUnlikely = (code: number): boolean =>
  (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
  (code >= 0xe000 && code < 0xf900) ||
  code === 0xfffe ||
  ((code & 255) === 0 && code > 0 && !COMMON.has(code))

/** The decoded text without its mark. After a missing or extra byte decoding resumes in step, with U+FFFD there. */
export function decodeWide(bytes: Uint8Array, label: WideEncoding): string {
  const little = label.endsWith('le')
  const text = label.startsWith('utf-32') ? decodeUtf32(bytes, little) : decodeUtf16(bytes, little)
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** A line feed out of step reads as this, which is no letter. */
const SPLIT_FEED = 0x0a00
/** This many consecutive unlikely units are out of step too. */
const UNLIKELY_RUN = 4
/** A file that loses step more often is no text. */
const MOST_SLIPS = 1000

function decodeUtf16(bytes: Uint8Array, little: boolean): string {
  const decoder = new TextDecoder(little ? 'utf-16le' : 'utf-16be', { ignoreBOM: true })
  const parts: string[] = []
  let from = 0
  for (let slips = 0; slips < MOST_SLIPS; slips++) {
    const { slip, line } = firstSlip(bytes, from, little)
    if (slip < 0) break
    // The surplus byte in the line up to here: the one without which the line has most letters.
    const alone = loneByte(bytes, line, slip, little)
    parts.push(decoder.decode(bytes.subarray(from, alone)), '\uFFFD', decoder.decode(bytes.subarray(alone + 1, slip)))
    from = slip
  }
  parts.push(decoder.decode(bytes.subarray(from)))
  return parts.join('')
}

/** Where units get out of step after `from`, at a line feed or within a long line, and that line's start. */
function firstSlip(bytes: Uint8Array, from: number, little: boolean): { slip: number; line: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let line = from
  let run = 0
  for (let at = from; at + 1 < bytes.length; at += 2) {
    const unit = view.getUint16(at, little)
    if (unit === 10 || unit === 13) line = at + 2
    if (unit === SPLIT_FEED) return { slip: little || at === line ? at + 1 : at - 1, line }
    run = isUnlikely(unit) && unit > 255 ? run + 1 : 0
    if (run === UNLIKELY_RUN) return { slip: at - 2 * UNLIKELY_RUN + 3, line }
  }
  return { slip: -1, line }
}

function loneByte(bytes: Uint8Array, from: number, to: number, little: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bad = (at: number): number => Number(isUnlikely(view.getUint16(at, little)))
  // Unlikely units if the byte at `from` were surplus; each step moves one unit from behind it to before it.
  let faults = 0
  for (let at = from + 1; at + 1 < to; at += 2) faults += bad(at)
  let best = { at: from, faults }
  for (let at = from; at + 2 < to; at += 2) {
    faults += bad(at) - bad(at + 1)
    if (faults <= best.faults) best = { at: at + 2, faults }
  }
  return best.at
}

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  let chunk: number[] = []
  let at = 0
  while (at + 3 < bytes.length) {
    const code = view.getUint32(at, little)
    const out = isOutOfStep(code)
    chunk.push(out ? 0xfffd : code)
    at += out ? stepFrom(view, at, little) : 4
    if (chunk.length === 8192) {
      parts.push(String.fromCodePoint(...chunk))
      chunk = []
    }
  }
  if (at < bytes.length) chunk.push(0xfffd)
  parts.push(String.fromCodePoint(...chunk))
  return parts.join('')
}

/** An unassigned character, or a line end out of step. */
const isOutOfStep = (code: number, size = 4): boolean =>
  (code > 0x2ffff && (code < 0xe0000 || code > 0xe01ff)) ||
  (size === 4 && code >= 0xd800 && code < 0xe000) ||
  code === SPLIT_FEED ||
  code === 0x0d00

/** Bytes until the next three units are letters: 1 to 3, else 4. */
function stepFrom(view: DataView, at: number, little: boolean): number {
  for (let step = 1; step < 4; step++) {
    let right = at + step + 3 < view.byteLength
    for (let next = at + step; right && next < at + step + 12 && next + 3 < view.byteLength; next += 4) {
      const code = view.getUint32(next, little)
      right = !isOutOfStep(code) && (code < 256 || (code & 255) !== 0)
    }
    if (right) return step
  }
  return 4
}
