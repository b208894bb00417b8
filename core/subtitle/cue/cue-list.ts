import { itemAt } from '../text/item-at.ts'
import { CueIndex } from './cue-index.ts'
import type { Cue } from './cue.ts'

type Chunk = readonly Cue[]

/** Facts for searching a list by time. */
export interface TimeOrder {
  /** Whether the cues are sorted by start. */
  readonly isSorted: boolean
  /** No cue is longer than this, in milliseconds. */
  readonly longest: number
}

/** Cues per chunk: an edit copies one chunk and the list of chunks, whatever the document's length. */
const CHUNK = 256

/**
 * An immutable ordered list of cues with an index by id. It is chunked, because copying an array of 100,000 per key press
 * takes over a millisecond. `cues` is the whole as a lazily made array.
 */
export class CueList {
  readonly length: number
  readonly index: CueIndex
  private chunked: readonly Chunk[] | undefined
  private starts: readonly number[]
  private flat: readonly Cue[] | undefined
  private known: TimeOrder | undefined

  private constructor(
    index: CueIndex,
    length: number,
    chunked: readonly Chunk[] | undefined,
    starts: readonly number[],
    flat: readonly Cue[] | undefined,
    known?: TimeOrder,
  ) {
    this.known = known
    this.index = index
    this.length = length
    this.chunked = chunked
    this.starts = starts
    this.flat = flat
  }

  static of(cues: readonly Cue[], index: CueIndex = CueIndex.of(cues)): CueList {
    return new CueList(index, cues.length, undefined, [], cues)
  }

  get cues(): readonly Cue[] {
    return (this.flat ??= this.chunks().flat())
  }

  /** The cue at an index from 0; undefined outside the list. */
  at(index: number): Cue | undefined {
    if (this.flat) return this.flat[index]
    if (!(index >= 0 && index < this.length)) return undefined
    const chunk = this.chunkAt(index)
    return this.chunks()[chunk]?.[index - (this.starts[chunk] ?? 0)]
  }

  /** The cue at an index from 0; a RangeError outside the list. */
  cueAt(index: number): Cue {
    const cue = this.at(index)
    if (!cue) throw new RangeError(`No cue ${index} in a list of ${this.length}`)
    return cue
  }

  *[Symbol.iterator](): Generator<Cue> {
    if (this.flat) yield* this.flat
    else for (const chunk of this.chunks()) yield* chunk
  }

  /** Computed once and then updated by each change: an edit must not scan the document. */
  get timeOrder(): TimeOrder {
    return (this.known ??= timeOrderOf(this))
  }

  /** The order with one more cue, between these neighbours. */
  private timeOrderWith(previous: Cue | undefined, cue: Cue, next: Cue | undefined): TimeOrder | undefined {
    // Unsorted somewhere: only a full scan shows whether this change fixed it.
    if (!this.known?.isSorted) return undefined
    const isSorted = (!previous || previous.start <= cue.start) && (!next || cue.start <= next.start)
    return { isSorted, longest: Math.max(this.known.longest, cue.end - cue.start) }
  }

  /** The list with the cue at an index replaced; its id stays. */
  with(index: number, cue: Cue): CueList {
    const chunks = this.chunks().slice()
    const at = this.chunkAt(index)
    chunks[at] = itemAt(chunks, at).with(index - itemAt(this.starts, at), cue)
    const known = this.timeOrderWith(this.at(index - 1), cue, this.at(index + 1))
    return new CueList(this.index, this.length, chunks, this.starts, undefined, known)
  }

  /** Indexes at which cues differ from another list in the same order; undefined if the order may differ. */
  changedFrom(other: CueList): number[] | undefined {
    if (this === other) return []
    if (this.index !== other.index) return undefined
    const chunks = this.chunks()
    const before = other.chunks()
    if (this.starts !== other.starts) return undefined
    const changed: number[] = []
    chunks.forEach((chunk, number) => {
      const was = itemAt(before, number)
      if (chunk === was) return
      const start = itemAt(this.starts, number)
      chunk.forEach((cue, at) => {
        if (cue !== was[at]) changed.push(start + at)
      })
    })
    return changed
  }

  /** The chunks with the cues from one index up to another, itself excluded: the same chunks hold the same cues. */
  chunksBetween(from: number, to: number): readonly (readonly Cue[])[] {
    return this.chunks().slice(this.chunkAt(Math.max(0, from)), this.chunkAt(Math.min(to, this.length) - 1) + 1)
  }

  /** The list without the cue at an index; `ids` is the index of ids after it. */
  without(index: number, ids: CueIndex): CueList {
    const chunks = this.chunks().slice()
    const at = this.chunkAt(index)
    const left = itemAt(chunks, at).toSpliced(index - itemAt(this.starts, at), 1)
    chunks.splice(at, 1, ...(left.length ? [left] : []))
    return new CueList(
      ids,
      this.length - 1,
      chunks,
      startsOf(chunks),
      undefined,
      this.known?.isSorted ? this.known : undefined,
    )
  }

  /** The list with one more cue at an index; `ids` is the index of ids after it. */
  inserted(index: number, cue: Cue, ids: CueIndex): CueList {
    const chunks = this.chunks().slice()
    if (chunks.length === 0) return CueList.of([cue], ids)
    const at = index >= this.length ? chunks.length - 1 : this.chunkAt(index)
    const grown = itemAt(chunks, at).toSpliced(Math.min(index, this.length) - itemAt(this.starts, at), 0, cue)
    const half = grown.length >> 1
    chunks.splice(at, 1, ...(grown.length > 2 * CHUNK ? [grown.slice(0, half), grown.slice(half)] : [grown]))
    const known = this.timeOrderWith(this.at(index - 1), cue, this.at(index))
    return new CueList(ids, this.length + 1, chunks, startsOf(chunks), undefined, known)
  }

  private chunks(): readonly Chunk[] {
    if (!this.chunked) {
      const flat = this.flat ?? []
      const chunks: Chunk[] = []
      for (let from = 0; from < flat.length; from += CHUNK) chunks.push(flat.slice(from, from + CHUNK))
      this.chunked = chunks
      this.starts = startsOf(chunks)
    }
    return this.chunked
  }

  /** The chunk that holds an index of the list. */
  private chunkAt(index: number): number {
    this.chunks()
    let lo = 0
    let hi = this.starts.length - 1
    while (lo < hi) {
      const middle = (lo + hi + 1) >> 1
      if ((this.starts[middle] ?? Infinity) <= index) lo = middle
      else hi = middle - 1
    }
    return lo
  }
}

function timeOrderOf(list: Iterable<Cue>): TimeOrder {
  let isSorted = true
  let longest = 0
  let last = -Infinity
  for (const { start, end } of list) {
    longest = Math.max(longest, end - start)
    if (start < last) isSorted = false
    last = start
  }
  return { isSorted, longest }
}

function startsOf(chunks: readonly Chunk[]): number[] {
  const starts: number[] = []
  let start = 0
  for (const chunk of chunks) {
    starts.push(start)
    start += chunk.length
  }
  return starts
}

/** A list of these cues, in this order. */
export function cueList(cues: readonly Cue[]): CueList {
  return CueList.of(cues)
}

/** The index of a cue; a RangeError names an id that the list does not hold. */
export function positionOf(list: CueList, id: string): number {
  const at = list.index.get(id)
  if (at === undefined) throw new RangeError(`No cue ${id} in a list of ${list.length}`)
  return at
}

/** The cue with an id, if the list has it. */
export function cueIn(list: CueList, id: string): Cue | undefined {
  const at = list.index.get(id)
  return at === undefined ? undefined : list.at(at)
}

/** The cue with an id; a RangeError if the list lacks it. */
export function cueOf(list: CueList, id: string): Cue {
  return list.cueAt(positionOf(list, id))
}
