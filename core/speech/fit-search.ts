import { fitLimits, fitRates, LEFT_OUT_COST, placeCost, tempoChangeCost } from './fit-cost.ts'

/** A line of one speaker for the search; times in milliseconds. */
export interface SearchLine {
  readonly start: number
  readonly end: number
  /** Duration of the whole text at rate 1. */
  readonly speechMs: number
  /** Relative lengths of its wordings; 1 is always included. */
  readonly keeps: readonly number[]
  /** Time up to which the line may extend beside other speakers. */
  readonly freeUntil: number
  /** Time from which no other speaker is audible. */
  readonly freeFrom: number
}

/** Place of a line. `undefined` in a result: it can't be spoken. */
export interface Place {
  readonly delayMs: number
  readonly rate: number
  readonly keep: number
  readonly end: number
}

/** Bounds of the placed lines. */
export interface SearchBounds {
  /** Nothing is spoken before. */
  readonly from: number
  /** Nothing is spoken after. */
  readonly until: number
  /** Rate of the line before. */
  readonly rateBefore?: number | undefined
}

const { guardMs, earliestMs, latestMs, stepMs } = fitLimits
const DELAYS = (latestMs - earliestMs) / stepMs + 1
const RATES = fitRates.length
const ENTRIES = RATES * DELAYS
/** Lines closer than this sound continuous. */
const STRETCH_MS = 1500

/**
 * The cheapest places of one speaker's lines, exact by dynamic programming over delay, rate and share, without overlaps
 * and within the bounds. States between lines are the rate and end of the line before.
 */
export function searchPlaces(lines: readonly SearchLine[], bounds: SearchBounds): (Place | undefined)[] {
  const layers: Layer[] = []
  let entry = firstEntry(lines[0], bounds)
  for (const [index, line] of lines.entries()) {
    const layer = new Layer(line, entry, bounds, followsOn(lines[index - 1], line, bounds))
    layers.push(layer)
    const next = lines[index + 1]
    if (next) entry = layer.entryOf(next)
  }
  return traced(layers)
}

/** The cheapest way to a line, by the rate of the line before and the first free delay. */
interface Entry {
  readonly costs: Float64Array
  /** State of the line before: spoken or left out. */
  readonly states: Int32Array
}

function emptyEntry(): Entry {
  return { costs: new Float64Array(ENTRIES).fill(Infinity), states: new Int32Array(ENTRIES).fill(-1) }
}

function firstEntry(line: SearchLine | undefined, { from, rateBefore = 1 }: SearchBounds): Entry {
  const entry = emptyEntry()
  if (!line) return entry
  const nearest = fitRates.findIndex((rate) => rate >= rateBefore)
  const slot = slotAfter(from - guardMs, line.start)
  // If even the latest start is taken, the line is left out, which also needs a previous state.
  offer(entry, (nearest < 0 ? RATES - 1 : nearest) * DELAYS + Math.min(slot, DELAYS - 1), 0, slot < DELAYS ? 0 : -2)
  return closed(entry)
}

function offer({ costs, states }: Entry, at: number, cost: number, state: number): void {
  if (cost >= (costs[at] ?? 0)) return
  costs[at] = cost
  states[at] = state
}

/** A free delay leaves all later ones free. */
function closed(entry: Entry): Entry {
  for (let rate = 0; rate < RATES; rate++)
    for (let slot = 1; slot < DELAYS; slot++) {
      const at = rate * DELAYS + slot
      offer(entry, at, entry.costs[at - 1] ?? Infinity, entry.states[at - 1] ?? -1)
    }
  return entry
}

/** The first delay at which a line starts after speech that ends at `end`; `DELAYS` or more if none does. */
function slotAfter(end: number, start: number): number {
  return Math.max(0, Math.ceil((end + guardMs - start - earliestMs) / stepMs))
}

function followsOn(before: SearchLine | undefined, line: SearchLine, { from, rateBefore }: SearchBounds): boolean {
  const end = before?.end ?? (rateBefore === undefined ? -Infinity : from)
  return line.start - end < STRETCH_MS
}

/** States of a line: each delay, rate and share, and one per entry that leaves it out. */
class Layer {
  private readonly line: SearchLine
  private readonly entry: Entry
  /** Whether it sounds continuous with the line before. */
  private readonly followsOn: boolean
  private readonly keeps: number
  /** Costs and ends of the spoken states, then costs of those that leave the line out. */
  private readonly costs: Float64Array
  private readonly ends: Float64Array
  /** The cheapest entry for each rate and delay. */
  private readonly ways = new Int32Array(ENTRIES)
  private readonly spoken: number

  constructor(line: SearchLine, entry: Entry, bounds: SearchBounds, followsOn: boolean) {
    this.line = line
    this.followsOn = followsOn
    this.entry = entry
    this.keeps = line.keeps.length
    this.spoken = ENTRIES * this.keeps
    this.costs = new Float64Array(this.spoken + ENTRIES).fill(Infinity)
    this.ends = new Float64Array(this.spoken)
    for (let rate = 0; rate < RATES; rate++) for (let slot = 0; slot < DELAYS; slot++) this.fill(rate, slot, bounds)
    for (let at = 0; at < ENTRIES; at++) this.costs[this.spoken + at] = (entry.costs[at] ?? Infinity) + LEFT_OUT_COST
  }

  private fill(rate: number, slot: number, bounds: SearchBounds): void {
    const { line, keeps } = this
    const at = rate * DELAYS + slot
    const delayMs = earliestMs + slot * stepMs
    const start = line.start + delayMs
    const way = this.cheapestWay(rate, slot)
    this.ways[at] = way
    if (start < bounds.from || way < 0) return
    const tempo = fitRates[rate] ?? 1
    const before = fitRates[Math.floor(way / DELAYS)] ?? 1
    const cost = (this.entry.costs[way] ?? Infinity) + (this.followsOn ? tempoChangeCost(before, tempo) : 0)
    for (const [index, keep] of line.keeps.entries()) {
      const end = start + Math.ceil((line.speechMs * keep) / tempo)
      if (end > bounds.until) continue
      const place = {
        delayMs,
        rate: tempo,
        keep,
        overrunMs: end - line.end,
        intrusionMs: Math.max(end - line.freeUntil, line.freeFrom - start),
      }
      this.costs[at * keeps + index] = cost + placeCost(place)
      this.ends[at * keeps + index] = end
    }
  }

  private cheapestWay(rate: number, slot: number): number {
    const { costs, states } = this.entry
    let best = -1
    let least = Infinity
    for (let before = 0; before < RATES; before++) {
      const at = before * DELAYS + slot
      const change = this.followsOn ? tempoChangeCost(fitRates[before] ?? 1, fitRates[rate] ?? 1) : 0
      const cost = (costs[at] ?? Infinity) + change
      if (cost < least && states[at] !== -2) [best, least] = [at, cost]
    }
    return best
  }

  /** Entries of the next line. */
  entryOf(next: SearchLine): Entry {
    const entry = emptyEntry()
    for (let state = 0; state < this.spoken; state++) {
      const cost = this.costs[state] ?? Infinity
      if (cost === Infinity) continue
      const slot = slotAfter(this.ends[state] ?? 0, next.start)
      if (slot < DELAYS) offer(entry, Math.floor(state / this.keeps / DELAYS) * DELAYS + slot, cost, state)
    }
    for (let at = 0; at < ENTRIES; at++) {
      const cost = this.costs[this.spoken + at] ?? Infinity
      if (cost === Infinity) continue
      // What is free for this line is free for the next, which starts no earlier.
      const taken = this.line.start + earliestMs + (at % DELAYS) * stepMs - guardMs
      const slot = slotAfter(taken, next.start)
      if (slot >= DELAYS) continue
      if (this.followsOn) offer(entry, Math.floor(at / DELAYS) * DELAYS + slot, cost, this.spoken + at)
      // A line far before the omitted one is not continuous with the next, so any rate will do.
      else for (let rate = 0; rate < RATES; rate++) offer(entry, rate * DELAYS + slot, cost, this.spoken + at)
    }
    return closed(entry)
  }

  cheapest(): number {
    let best = 0
    for (let state = 1; state < this.costs.length; state++)
      if ((this.costs[state] ?? Infinity) < (this.costs[best] ?? Infinity)) best = state
    return best
  }

  /** Place of a state, and the state of the line before. */
  read(state: number): { place: Place | undefined; before: number } {
    if (state >= this.spoken) return { place: undefined, before: this.entry.states[state - this.spoken] ?? -1 }
    const at = Math.floor(state / this.keeps)
    const place = {
      delayMs: earliestMs + (at % DELAYS) * stepMs,
      rate: fitRates[Math.floor(at / DELAYS)] ?? 1,
      keep: this.line.keeps[state % this.keeps] ?? 1,
      end: this.ends[state] ?? 0,
    }
    return { place, before: this.entry.states[this.ways[at] ?? 0] ?? -1 }
  }
}

function traced(layers: readonly Layer[]): (Place | undefined)[] {
  const places: (Place | undefined)[] = []
  let state = layers.at(-1)?.cheapest() ?? 0
  for (const layer of [...layers].reverse()) {
    const { place, before } = layer.read(state)
    places.push(place)
    state = before
  }
  return places.reverse()
}
