import { type Cue, sameCue } from './cue.ts'
import { type CueList, cueIn } from './cue-list.ts'
import type { Patch } from './patch.ts'

/**
 * A 64-bit digest of a text's ids, times, words and speakers, without order, updated incrementally at every key press.
 */
export class Digest {
  private a = 0
  private b = 0
  private count = 0

  static of(cues: readonly Cue[]): Digest {
    const digest = new Digest()
    for (const cue of cues) digest.put(cue, 1)
    return digest
  }

  /** Updates the digest by a change of the list. */
  follow(before: CueList, after: CueList, patch: Patch): void {
    for (const { id } of patch) {
      const [was, is] = [cueIn(before, id), cueIn(after, id)]
      if (sameCue(was, is)) continue
      if (was) this.put(was, -1)
      if (is) this.put(is, 1)
    }
  }

  get text(): string {
    return `${this.count}-${(this.a >>> 0).toString(36)}-${(this.b >>> 0).toString(36)}`
  }

  private put({ id, start, end, text, roles }: Cue, sign: 1 | -1): void {
    // As sent and stored: see toWire.
    const content = `${id} ${start} ${end} ${roles.join()} ${text.toWellFormed()}`
    let a = 0xdeadbeef
    let b = 0x41c6ce57
    for (let i = 0; i < content.length; i++) {
      const code = content.charCodeAt(i)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    // Multiplication moves bits up only: the upper ones are mixed down before the sum.
    a = Math.imul(a ^ (a >>> 15), 2246822519) ^ (b >>> 13)
    b = Math.imul(b ^ (b >>> 16), 3266489917) ^ (a >>> 16)
    this.a = (this.a + sign * a) | 0
    this.b = (this.b + sign * b) | 0
    this.count += sign
  }
}
