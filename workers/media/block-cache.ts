import type { ByteSource } from './byte-source.ts'

/** ffmpeg reads 32 KB at a time; without this cache each read is a call out of the worker, 3 to 5 times slower. */
const BLOCK_BYTES = 1024 ** 2
const BLOCKS = 24

/** The most recently used blocks of a source. */
export class BlockCache {
  private readonly source: ByteSource
  private readonly blocks = new Map<number, Uint8Array>()

  constructor(source: ByteSource) {
    this.source = source
  }

  get size(): number {
    return this.source.size
  }

  /** Copies bytes from `position` into `target`; returns how many there were. */
  readInto(target: Uint8Array, position: number): number {
    const end = Math.min(this.size, position + target.length)
    let at = position
    while (at < end) {
      const index = Math.floor(at / BLOCK_BYTES)
      const block = this.block(index)
      const from = at - index * BLOCK_BYTES
      const piece = block.subarray(from, Math.min(block.length, from + end - at))
      target.set(piece, at - position)
      at += piece.length
    }
    return Math.max(0, end - position)
  }

  private block(index: number): Uint8Array {
    const kept = this.blocks.get(index)
    if (kept) {
      this.blocks.delete(index)
      this.blocks.set(index, kept)
      return kept
    }
    const from = index * BLOCK_BYTES
    const block = this.source.read(from, Math.min(this.size, from + BLOCK_BYTES))
    if (this.blocks.size >= BLOCKS) this.blocks.delete(this.blocks.keys().next().value!)
    this.blocks.set(index, block)
    return block
  }
}
