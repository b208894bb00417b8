import type { ByteSource } from './byte-source.ts'

const MIB = 1024 ** 2
/** ffmpeg's read size; uncached, each read is a call out of the worker, 3 to 5 times slower. */
const FFMPEG_READ = 32 * 1024
const CACHE_BYTES = 24 * MIB

/** Decides how much to fetch on a miss. */
export interface ReadPlan {
  /** Bytes to fetch from `position` on, of which `wanted` are needed now. */
  lengthAt(position: number, wanted: number): number
  /** Called on every read. */
  used(position: number, end: number): void
}

const LARGEST_BLOCK = 8 * MIB

/**
 * A local file costs per call: a megabyte 16 ms where eight together cost 50. So blocks grow during sequential reads, and
 * shrink again otherwise.
 */
export class GrowingBlocks implements ReadPlan {
  private fetchedEnd = -1
  private length = MIB

  lengthAt(position: number): number {
    this.length = position === this.fetchedEnd ? Math.min(LARGEST_BLOCK, this.length * 2) : MIB
    this.fetchedEnd = position + this.length
    return this.length
  }

  used(): void {
    // Reads are irrelevant here.
  }
}

/**
 * A remote file costs per byte too. Interleaved tracks have runs of similar length, so each fetch has the length of the
 * run before; longer runs are followed carefully.
 */
export class LearntRuns implements ReadPlan {
  private runStart = -1
  private usedEnd = -1
  private fetchedEnd = -1
  private lastRun = 0

  lengthAt(position: number, wanted: number): number {
    const goesOn = position === this.fetchedEnd
    if (!goesOn) this.beginRun(position)
    const guess = goesOn ? (position - this.runStart) / 8 : this.lastRun
    const length = Math.max(wanted, FFMPEG_READ, Math.min(LARGEST_BLOCK, Math.ceil(guess)))
    this.fetchedEnd = position + length
    return length
  }

  private beginRun(position: number): void {
    if (this.runStart >= 0) this.lastRun = this.usedEnd - this.runStart
    this.runStart = position
    this.usedEnd = position
  }

  used(position: number, end: number): void {
    if (position >= this.runStart && position <= this.fetchedEnd) this.usedEnd = Math.max(this.usedEnd, end)
  }
}

interface ByteRange {
  readonly from: number
  readonly bytes: Uint8Array
  lastCommand: number
}

/** Cached parts of a source up to a limit; those that many commands read stay longest. */
export class ReadCache {
  /** Bytes fetched and number of fetches since the source was opened. */
  bytes = 0
  requests = 0
  /** Cached bytes. */
  held = 0
  private readonly source: ByteSource
  private readonly plan: ReadPlan
  /** In order of use, last used last. */
  private readonly extents = new Set<ByteRange>()
  /** Number of commands that read a position, also after eviction: an index is read by each, pictures by one. */
  private readonly commands = new Map<number, number>()
  private command = 0
  private recent: ByteRange | undefined

  constructor(source: ByteSource, plan: ReadPlan) {
    this.source = source
    this.plan = plan
  }

  get size(): number {
    return this.source.size
  }

  beginCommand(): void {
    this.command++
  }

  /** Copies bytes from `position` into `target`; returns their number. */
  readInto(target: Uint8Array, position: number): number {
    const end = Math.min(this.size, position + target.length)
    for (let at = position; at < end;) {
      const extent = this.extentAt(at, end - at)
      const from = at - extent.from
      const piece = extent.bytes.subarray(from, from + end - at)
      target.set(piece, at - position)
      at += piece.length
    }
    this.plan.used(position, end)
    return Math.max(0, end - position)
  }

  private extentAt(position: number, wanted: number): ByteRange {
    const extent = this.find(position) ?? this.fetch(position, wanted)
    if (extent.lastCommand !== this.command) {
      this.commands.set(extent.from, this.commandsOf(extent) + 1)
      extent.lastCommand = this.command
    }
    if (extent !== this.recent) {
      this.extents.delete(extent)
      this.extents.add(extent)
      this.recent = extent
    }
    return extent
  }

  private find(position: number): ByteRange | undefined {
    if (this.recent && holds(this.recent, position)) return this.recent
    for (const extent of this.extents) if (holds(extent, position)) return extent
    return undefined
  }

  private fetch(position: number, wanted: number): ByteRange {
    let end = Math.min(this.size, position + this.plan.lengthAt(position, wanted))
    // Skips cached bytes.
    for (const { from } of this.extents) if (from > position && from < end) end = from
    const bytes = this.source.read(position, end)
    this.bytes += bytes.length
    this.requests++
    const extent: ByteRange = { from: position, bytes, lastCommand: -1 }
    this.extents.add(extent)
    this.held += bytes.length
    while (this.held > CACHE_BYTES && this.extents.size > 1) this.forgetOne(extent)
    return extent
  }

  private commandsOf({ from }: ByteRange): number {
    return this.commands.get(from) ?? 0
  }

  private forgetOne(but: ByteRange): void {
    let least: ByteRange | undefined
    for (const extent of this.extents) {
      if (extent !== but && (!least || this.commandsOf(extent) < this.commandsOf(least))) least = extent
    }
    if (!least) return
    this.extents.delete(least)
    this.held -= least.bytes.length
  }
}

function holds({ from, bytes }: ByteRange, position: number): boolean {
  return position >= from && position < from + bytes.length
}
