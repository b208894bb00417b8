import { Transform, type TransformCallback } from 'node:stream'
import { Refusal } from '../app/refusal.ts'

/** More than a version's cues need of each kind: every one costs the main thread when the text is parsed. */
const MOST = { lists: 500_000, values: 1_300_000, names: 10_000, depth: 64 } as const

/** Passes JSON through, and fails with a Refusal if it has more elements than any call needs. */
export class JsonMeasure extends Transform {
  private lists = 0
  private values = 0
  private depth = 0
  private isString = false
  private isEscaped = false
  /** Hash of the last string and of all names; the secret factor prevents crafted collisions. */
  private hash = 0
  private readonly factor = Math.floor(Math.random() * 0x3fffffff) * 2 + 1
  private readonly names = new Set<number>()

  constructor() {
    super()
    // The reader of a body leaves at the call's limit of bytes; an error without a listener ends the process.
    this.on('error', () => undefined)
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.measure(chunk)) done(null, chunk)
    else done(new Refusal('refused', 'too_large'))
  }

  private measure(chunk: Buffer): boolean {
    for (const byte of chunk) {
      if (this.isString) this.inString(byte)
      else this.between(byte)
    }
    const { lists, values, depth, names } = this
    return lists <= MOST.lists && values <= MOST.values && depth <= MOST.depth && names.size <= MOST.names
  }

  private inString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (byte === BACKSLASH) this.isEscaped = true
    else if (byte === QUOTE) this.isString = false
    this.hash = Math.imul(this.hash ^ byte, this.factor)
  }

  private between(byte: number): void {
    if (byte === QUOTE) {
      this.isString = true
      this.hash = 1
    } else if (byte === COMMA) this.values++
    else if (byte === COLON) this.names.add(this.hash)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.lists++
      this.depth++
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth--
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
