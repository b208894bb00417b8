import type { Cue } from './cue.ts'
import { longestIncreasing } from './increasing.ts'
import { plainText } from './markup.ts'

/** How two versions differ at one place; `a` and `b` are positions from 0. */
export type Difference =
  | { readonly kind: 'same'; readonly a: number; readonly b: number }
  | {
      readonly kind: 'changed'
      readonly a: number
      readonly b: number
      readonly text: boolean
      readonly times: boolean
    }
  | { readonly kind: 'removed'; readonly a: number }
  | { readonly kind: 'added'; readonly b: number }

/**
 * Pairs the cues of two versions and tells what became of each, in the order of the second. First by texts that only one
 * cue has on either side, then by equal texts in order, what is left by the time they share: a shifted version pairs by
 * text, a translation by time. O(n log n).
 */
export function diffCues(a: readonly Cue[], b: readonly Cue[]): Difference[] {
  const pairs: Pair[] = []
  let last: Pair = { a: -1, b: -1 }
  for (const anchor of [...anchors(a, b), { a: a.length, b: b.length }]) {
    pairs.push(...pairBetween(a, b, last, anchor))
    if (anchor.a < a.length) pairs.push(anchor)
    last = anchor
  }
  return describe(a, b, pairs)
}

interface Pair {
  readonly a: number
  readonly b: number
}

const key = (cue: Cue): string => plainText(cue.text).replace(/\s+/g, ' ').trim()

function anchors(a: readonly Cue[], b: readonly Cue[]): Pair[] {
  const inA = uniquePlaces(a)
  const inB = uniquePlaces(b)
  const common: Pair[] = []
  for (const [text, at] of inA) {
    const other = inB.get(text)
    if (text !== '' && at >= 0 && other !== undefined && other >= 0) common.push({ a: at, b: other })
  }
  return longestIncreasing(common.map((pair) => pair.b)).map((place) => common[place]!)
}

/** Where each text stands; -1 for one that comes more than once. */
function uniquePlaces(cues: readonly Cue[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, cue] of cues.entries()) {
    const text = key(cue)
    places.set(text, places.has(text) ? -1 : at)
  }
  return places
}

/** Pairs of the stretch between two anchors, both excluded. */
function pairBetween(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair): Pair[] {
  const pairs: Pair[] = []
  let last = after
  for (const pair of [...equalTexts(a, b, after, before), before]) {
    const offset = last.a >= 0 ? b[last.b]!.start - a[last.a]!.start : 0
    pairs.push(...sharedTimes(a, b, last, pair, offset))
    if (pair !== before) pairs.push(pair)
    last = pair
  }
  return pairs
}

function equalTexts(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair): Pair[] {
  const waiting = new Map<string, number[]>()
  for (let at = before.b - 1; at > after.b; at--) {
    const text = key(b[at]!)
    const places = waiting.get(text)
    if (places) places.push(at)
    else waiting.set(text, [at])
  }
  const pairs: Pair[] = []
  let passed = after.b
  for (let at = after.a + 1; at < before.a; at++) {
    const places = waiting.get(key(a[at]!)) ?? []
    let place = places.pop()
    while (place !== undefined && place <= passed) place = places.pop()
    if (place === undefined) continue
    pairs.push({ a: at, b: place })
    passed = place
  }
  return pairs
}

/** Cues that stand at the same time for at least half of the shorter one, after the shift that the last pair had. */
function sharedTimes(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair, offset: number): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [after.a + 1, after.b + 1]
  while (i < before.a && j < before.b) {
    const [left, right] = [a[i]!, b[j]!]
    const shared = Math.min(left.end + offset, right.end) - Math.max(left.start + offset, right.start)
    const shorter = Math.min(left.end - left.start, right.end - right.start)
    if (shared > 0 && shared * 2 >= shorter) pairs.push({ a: i++, b: j++ })
    else if (left.end + offset <= right.end) i++
    else j++
  }
  return pairs
}

function describe(a: readonly Cue[], b: readonly Cue[], pairs: readonly Pair[]): Difference[] {
  const out: Difference[] = []
  let [i, j] = [0, 0]
  for (const pair of [...pairs, { a: a.length, b: b.length }]) {
    while (i < pair.a) out.push({ kind: 'removed', a: i++ })
    while (j < pair.b) out.push({ kind: 'added', b: j++ })
    if (pair.a === a.length) break
    out.push(compare(a[i]!, b[j]!, i++, j++))
  }
  return out
}

function compare(left: Cue, right: Cue, a: number, b: number): Difference {
  const text = left.text !== right.text
  const times = left.start !== right.start || left.end !== right.end
  return text || times ? { kind: 'changed', a, b, text, times } : { kind: 'same', a, b }
}
