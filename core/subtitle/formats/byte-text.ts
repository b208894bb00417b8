/**
 * Builds a long text as UTF-8 bytes and decodes it once: joining the strings of 100,000 cues takes two to three times as
 * long.
 */
export class ByteText {
  private bytes: Uint8Array<ArrayBuffer>
  private at = 0

  constructor(expected: number) {
    this.bytes = new Uint8Array(Math.max(1024, expected))
  }

  text(text: string): void {
    this.reserve(text.length * 3)
    const { bytes } = this
    let at = this.at
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code < 128) bytes[at++] = code
      else {
        at = wide(bytes, at, text, i)
        if (isPair(text, i)) i++
      }
    }
    this.at = at
  }

  /** A text with CRLF and without blank lines. Writing a file is mostly this loop, so it is tight. */
  lines(text: string): void {
    // Three bytes per character suffice for a line end too.
    this.reserve(text.length * 3)
    const { bytes } = this
    const { length } = text
    let at = this.at
    let lineStart = at
    let i = 0
    while (i < length) {
      let code = text.charCodeAt(i)
      while (code > 13 && code < 128) {
        bytes[at++] = code
        code = ++i < length ? text.charCodeAt(i) : 0
      }
      while (code >= 0x800 && code < 0xd800) {
        bytes[at] = 0xe0 | (code >> 12)
        bytes[at + 1] = 0x80 | ((code >> 6) & 63)
        bytes[at + 2] = 0x80 | (code & 63)
        at += 3
        code = ++i < length ? text.charCodeAt(i) : 0
      }
      if (i >= length) break
      if (code === 10 || code === 13) {
        at = endLine(bytes, lineStart, at)
        lineStart = at
        i++
      } else if (code <= 13) {
        bytes[at++] = code
        i++
      } else if (code >= 128) {
        at = wide(bytes, at, text, i)
        i += isPair(text, i) ? 2 : 1
      }
    }
    const hasInk = hasInkBetween(bytes, lineStart, at)
    this.at = hasInk ? at : Math.max(this.at, lineStart - 2)
  }

  crlf(): void {
    this.reserve(2)
    this.bytes[this.at++] = 13
    this.bytes[this.at++] = 10
  }

  /** A whole number, not negative. */
  number(value: number): void {
    this.reserve(20)
    const { bytes } = this
    let digits = 1
    for (let limit = 10; limit <= value; limit *= 10) digits++
    let rest = value
    for (let at = this.at + digits - 1; at >= this.at; at--) {
      const tenth = rest < 0x7fffffff ? (rest / 10) | 0 : Math.floor(rest / 10)
      bytes[at] = 48 + rest - tenth * 10
      rest = tenth
    }
    this.at += digits
  }

  /** `HH:MM:SS,mmm --> HH:MM:SS,mmm` with the given sign before the milliseconds. */
  times(start: number, end: number, separator: number): void {
    this.stamp(start, separator)
    const { bytes } = this
    let at = this.at
    bytes[at++] = 32
    bytes[at++] = 45
    bytes[at++] = 45
    bytes[at++] = 62
    bytes[at++] = 32
    this.at = at
    this.stamp(end, separator)
  }

  /** `H:MM:SS.cc`, rounded; a negative time is written as zero. */
  centiseconds(ms: number): void {
    this.reserve(40)
    const { bytes } = this
    let rest = ms > 0 ? Math.round(ms / 10) : 0
    const hours = Math.floor(rest / 360_000)
    this.number(hours)
    rest -= hours * 360_000
    const minutes = (rest / 6000) | 0
    rest -= minutes * 6000
    const seconds = (rest / 100) | 0
    let at = this.at
    bytes[at++] = 58
    at = two(bytes, at, minutes)
    bytes[at++] = 58
    at = two(bytes, at, seconds)
    bytes[at++] = 46
    this.at = two(bytes, at, rest - seconds * 100)
  }

  /**
   * A text in SubStation, `\N` per row break. Returns false and writes nothing if it has a special character of
   * SubStation or of the app's markup.
   */
  assRows(text: string): boolean {
    this.reserve(text.length * 3)
    const { bytes } = this
    let at = this.at
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 10) {
        bytes[at++] = 92
        bytes[at++] = 78
      } else if (code < 128) {
        if (code === 60 || code === 92 || code === 123 || code === 125 || code === 13) return false
        bytes[at++] = code
      } else {
        if (code === 0xa0) return false
        at = wide(bytes, at, text, i)
        if (isPair(text, i)) i++
      }
    }
    this.at = at
    return true
  }

  /** Negative times are written as zero, hours grow past 99. Leaves room for an arrow. */
  private stamp(ms: number, separator: number): void {
    this.reserve(48)
    const { bytes } = this
    const time = ms > 0 ? Math.round(ms) : 0
    const hours = Math.floor(time / 3_600_000)
    if (hours >= 100) this.number(hours)
    let at = this.at
    if (hours < 100) at = two(bytes, at, hours)
    let rest = time - hours * 3_600_000
    const minutes = (rest / 60_000) | 0
    rest -= minutes * 60_000
    const seconds = (rest / 1000) | 0
    rest -= seconds * 1000
    const hundreds = (rest / 100) | 0
    bytes[at++] = 58
    at = two(bytes, at, minutes)
    bytes[at++] = 58
    at = two(bytes, at, seconds)
    bytes[at++] = separator
    bytes[at++] = 48 + hundreds
    this.at = two(bytes, at, rest - hundreds * 100)
  }

  private reserve(more: number): void {
    if (this.at + more <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.at + more))
    grown.set(this.bytes.subarray(0, this.at))
    this.bytes = grown
  }

  toString(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes.subarray(0, this.at))
  }
}

function two(bytes: Uint8Array, at: number, value: number): number {
  const tens = (value / 10) | 0
  bytes[at] = 48 + tens
  bytes[at + 1] = 48 + value - tens * 10
  return at + 2
}

/** Ends the line begun at `from`; a blank one is dropped. */
function endLine(bytes: Uint8Array, from: number, at: number): number {
  if (!hasInkBetween(bytes, from, at)) return from
  bytes[at] = 13
  bytes[at + 1] = 10
  return at + 2
}

function hasInkBetween(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((bytes[i] ?? 0) > 32) return true
  return false
}

const isPair = (text: string, i: number): boolean => (text.codePointAt(i) ?? 0) > 0xffff

/** UTF-8 of the character at `i`; a half surrogate pair becomes the replacement character. */
function wide(bytes: Uint8Array, at: number, text: string, i: number): number {
  const point = text.codePointAt(i) ?? 0xfffd
  const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point
  if (code < 0x800) {
    bytes[at] = 0xc0 | (code >> 6)
    bytes[at + 1] = 0x80 | (code & 63)
    return at + 2
  }
  if (code > 0xffff) {
    bytes[at] = 0xf0 | (code >> 18)
    bytes[at + 1] = 0x80 | ((code >> 12) & 63)
    bytes[at + 2] = 0x80 | ((code >> 6) & 63)
    bytes[at + 3] = 0x80 | (code & 63)
    return at + 4
  }
  bytes[at] = 0xe0 | (code >> 12)
  bytes[at + 1] = 0x80 | ((code >> 6) & 63)
  bytes[at + 2] = 0x80 | (code & 63)
  return at + 3
}
