import { CueIndex } from './cue-index.ts'
import type { Cue } from './cue.ts'

type Chunk = readonly Cue[]

/** What a search by time has to know of a list. */
export interface TimeOrder {
  /** Whether the cues stand in the order of their starts. */
  readonly isSorted: boolean
  /** No cue is longer than this, in milliseconds. */
  readonly longest: number
}

/** Cues in one chunk: an edit copies this many and the list of chunks, whatever the document's length. */
const CHUNK = 256

/**
 * An ordered list of cues and where each id stands: a value, replaced whole on every change, never written to. Kept in
 * chunks, since copying an array of 100,000 for one key press takes over a millisecond. `cues` is the whole as an array,
 * made when it is first asked for.
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

  at(place: number): Cue | undefined {
    if (this.flat) return this.flat[place]
    if (!(place >= 0 && place < this.length)) return undefined
    const chunk = this.chunkAt(place)
    return this.chunks()[chunk]![place - this.starts[chunk]!]
  }

  *[Symbol.iterator](): Generator<Cue> {
    for (const chunk of this.chunks()) yield* chunk
  }

  /** Counted once, and then kept up by each change: an edit must not look at the whole document. */
  get timeOrder(): TimeOrder {
    return (this.known ??= timeOrderOf(this))
  }

  /** The extent with a cue more, between these neighbours. */
  private timeOrderWith(previous: Cue | undefined, cue: Cue, next: Cue | undefined): TimeOrder | undefined {
    // Out of order anywhere: only counting anew can tell whether this change mended it.
    if (!this.known?.isSorted) return undefined
    const isSorted = (!previous || previous.start <= cue.start) && (!next || cue.start <= next.start)
    return { isSorted, longest: Math.max(this.known.longest, cue.end - cue.start) }
  }

  /** The list with the cue at a place replaced; its id stays. */
  with(place: number, cue: Cue): CueList {
    const chunks = this.chunks().slice()
    const at = this.chunkAt(place)
    chunks[at] = chunks[at]!.with(place - this.starts[at]!, cue)
    const known = this.timeOrderWith(this.at(place - 1), cue, this.at(place + 1))
    return new CueList(this.index, this.length, chunks, this.starts, undefined, known)
  }

  /** The list without the cue at a place; `index` is the one after it. */
  without(place: number, index: CueIndex): CueList {
    const chunks = this.chunks().slice()
    const at = this.chunkAt(place)
    const left = chunks[at]!.toSpliced(place - this.starts[at]!, 1)
    chunks.splice(at, 1, ...(left.length ? [left] : []))
    return new CueList(
      index,
      this.length - 1,
      chunks,
      startsOf(chunks),
      undefined,
      this.known?.isSorted ? this.known : undefined,
    )
  }

  /** The list with a cue more at a place; `index` is the one after it. */
  inserted(place: number, cue: Cue, index: CueIndex): CueList {
    const chunks = this.chunks().slice()
    if (chunks.length === 0) return CueList.of([cue], index)
    const at = place >= this.length ? chunks.length - 1 : this.chunkAt(place)
    const grown = chunks[at]!.toSpliced(Math.min(place, this.length) - this.starts[at]!, 0, cue)
    const half = grown.length >> 1
    chunks.splice(at, 1, ...(grown.length > 2 * CHUNK ? [grown.slice(0, half), grown.slice(half)] : [grown]))
    const known = this.timeOrderWith(this.at(place - 1), cue, this.at(place))
    return new CueList(index, this.length + 1, chunks, startsOf(chunks), undefined, known)
  }

  private chunks(): readonly Chunk[] {
    if (!this.chunked) {
      const flat = this.flat!
      const chunks: Chunk[] = []
      for (let from = 0; from < flat.length; from += CHUNK) chunks.push(flat.slice(from, from + CHUNK))
      this.chunked = chunks
      this.starts = startsOf(chunks)
    }
    return this.chunked
  }

  /** The chunk that holds a place of the list. */
  private chunkAt(place: number): number {
    this.chunks()
    let lo = 0
    let hi = this.starts.length - 1
    while (lo < hi) {
      const middle = (lo + hi + 1) >> 1
      if (this.starts[middle]! <= place) lo = middle
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

export function cueList(cues: readonly Cue[]): CueList {
  return CueList.of(cues)
}

/** Position of a cue; a RangeError names an id that the list does not hold. */
export function positionOf(list: CueList, id: string): number {
  const at = list.index.get(id)
  if (at === undefined) throw new RangeError(`No cue ${id} in a list of ${list.length}`)
  return at
}

/** The cue with an id, where the list has it. */
export function cueIn(list: CueList, id: string): Cue | undefined {
  const at = list.index.get(id)
  return at === undefined ? undefined : list.at(at)
}

export function cueOf(list: CueList, id: string): Cue {
  return list.at(positionOf(list, id))!
}
