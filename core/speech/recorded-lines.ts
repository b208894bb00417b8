import { itemAt } from '../subtitle/text/item-at.ts'
import { type Recording, speechIn } from './recording.ts'

/** Where a line is spoken in a recording, in samples. */
export interface SpokenStretch {
  readonly from: number
  readonly to: number
}

/** Pauses within a word or a phrase are shorter; between two of them may be a line's end. */
const LEAST_PAUSE_MS = 150
/** Paces of readers, of whom the one that fits best is taken. */
const PACES = [0.8, 1, 1.25]
/** A line that is not in the recording; sounds of no line, and for each second of them. */
const LINE_LEFT_OUT = 4
const SOUND_LEFT_OUT = 0.5
const SECOND_LEFT_OUT = 2.5
/** Ends of lines are in pauses of about the usual length, and a line seldom rests that long within. */
const PAUSE_MS = { least: 300, most: 1500 }
const SHORT_PAUSE = 2.5
const MOST_FOR_REST = 4

/** Sounds between pauses, in milliseconds. */
interface Sound {
  readonly start: number
  readonly end: number
}

/**
 * Finds lines that are read one after the other: each gets the sounds whose length is nearest to the expected one, ends in
 * pauses; undefined for a line that is left out. `expectedMs` are estimated lengths of the lines, in order.
 */
export function matchLines(recording: Recording, expectedMs: readonly number[]): (SpokenStretch | undefined)[] {
  const sounds = soundsIn(recording)
  const plans = PACES.map((pace) =>
    matched(
      sounds,
      expectedMs.map((ms) => Math.max(200, ms * pace)),
    ),
  )
  const best = plans.reduce((one, other) => (other.cost < one.cost ? other : one))
  const samplesAt = (ms: number): number =>
    Math.min(recording.samples.length, Math.max(0, Math.round((ms * recording.rate) / 1000)))
  return best.lines.map(
    (line) =>
      line && { from: samplesAt(itemAt(sounds, line.first).start), to: samplesAt(itemAt(sounds, line.last).end) },
  )
}

/** What is kept around a line: less than half of a pause, so that no other line is in it. */
const AROUND_MS = 70

/** The sounds of lines, with a little of the pauses around them. */
export function cutLines(
  { samples, rate }: Recording,
  lines: readonly (SpokenStretch | undefined)[],
): (Recording | undefined)[] {
  const around = Math.round((AROUND_MS * rate) / 1000)
  return lines.map(
    (line) => line && { samples: samples.slice(Math.max(0, line.from - around), line.to + around), rate },
  )
}

function soundsIn(recording: Recording): Sound[] {
  const sounds: { start: number; end: number }[] = []
  for (const { from, to } of speechIn(recording)) {
    const [start, end] = [(from / recording.rate) * 1000, (to / recording.rate) * 1000]
    const before = sounds.at(-1)
    if (before && start - before.end < LEAST_PAUSE_MS) before.end = end
    else sounds.push({ start, end })
  }
  return sounds
}

interface Plan {
  readonly cost: number
  /** First and last sound of each line. */
  readonly lines: readonly ({ readonly first: number; readonly last: number } | undefined)[]
}

/** The cheapest division by dynamic programming: over the first lines and the first sounds. */
function matched(sounds: readonly Sound[], expected: readonly number[]): Plan {
  const width = sounds.length + 1
  const costs = new Float64Array((expected.length + 1) * width).fill(Infinity)
  // How many sounds the last decision took: 0 for a line left out, -1 for a sound left out.
  const taken = new Int32Array(costs.length)
  costs[0] = 0
  const pauseMs = pauseOf(sounds, expected.length)
  const reach = (at: number, cost: number, took: number): void => {
    if (cost >= (costs[at] ?? 0)) return
    costs[at] = cost
    taken[at] = took
  }
  for (let line = 0; line <= expected.length; line++) {
    for (let sound = 0; sound < width; sound++) {
      const cost = costs[line * width + sound] ?? Infinity
      const first = sounds[sound]
      if (first) reach(line * width + sound + 1, cost + costOfSound(first), -1)
      const wanted = expected[line]
      if (wanted === undefined) continue
      reach((line + 1) * width + sound, cost + LINE_LEFT_OUT, 0)
      if (first)
        takeSounds(sounds, sound, { wanted, pauseMs }, (count, more) =>
          reach((line + 1) * width + sound + count, cost + more, count),
        )
    }
  }
  return { cost: costs.at(-1) ?? Infinity, lines: decided(taken, expected.length, width) }
}

const costOfSound = ({ start, end }: Sound): number => SOUND_LEFT_OUT + ((end - start) / 1000) * SECOND_LEFT_OUT

/** The usual pause between lines: four fifths of the middle one of the longest pauses, one less than there are lines. */
function pauseOf(sounds: readonly Sound[], lines: number): number {
  const pauses = sounds.slice(1).map(({ start }, at) => start - itemAt(sounds, at).end)
  const longest = pauses.sort((a, b) => b - a).slice(0, Math.max(1, lines - 1))
  return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, 0.8 * (longest[longest.length >> 1] ?? 0)))
}

/** By the ratio: estimates are off by a fifth, those of short lines by more. */
function costOfLength(length: number, wanted: number): number {
  const usual = 0.22 + 150 / wanted
  return (Math.log(Math.max(1, length) / wanted) / usual) ** 2
}

/** Calls `found` for each number of sounds, from one on, that a line may have, with what they cost. */
function takeSounds(
  sounds: readonly Sound[],
  first: number,
  { wanted, pauseMs }: { readonly wanted: number; readonly pauseMs: number },
  found: (count: number, cost: number) => void,
): void {
  const { start } = itemAt(sounds, first)
  const before = sounds[first - 1]
  const cut = before ? SHORT_PAUSE * Math.max(0, 1 - (start - before.end) / pauseMs) : 0
  let rests = 0
  const usualRest = 0.8 * pauseMs
  for (let last = first; last < sounds.length; last++) {
    const { end } = itemAt(sounds, last)
    const length = end - start
    if (last > first) {
      const rest = itemAt(sounds, last).start - itemAt(sounds, last - 1).end
      rests += Math.min(MOST_FOR_REST, (rest / usualRest) ** 2)
    }
    found(last - first + 1, cut + rests + costOfLength(length, wanted))
    // Longer ones cost more than leaving the line out.
    if (length > 3 * wanted + 2000) return
  }
}

/** The decisions from the end back. */
function decided(taken: Int32Array, count: number, width: number): Plan['lines'] {
  const lines = new Map<number, { first: number; last: number }>()
  let [line, sound] = [count, width - 1]
  while (line > 0 || sound > 0) {
    const took = taken[line * width + sound] ?? 0
    if (took < 0) {
      sound--
      continue
    }
    line--
    sound -= took
    if (took > 0) lines.set(line, { first: sound, last: sound + took - 1 })
  }
  return Array.from({ length: count }, (_, at) => lines.get(at))
}
