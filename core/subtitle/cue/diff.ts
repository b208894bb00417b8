import { addAll } from '../../domain/lists.ts'
import { itemAt } from '../text/item-at.ts'
import type { Cue } from './cue.ts'
import { longestIncreasing } from '../text/increasing.ts'
import { plainText } from '../text/markup.ts'

/** How two versions differ in one cue; `a` and `b` are indexes from 0. */
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
 * Pairs two versions' cues in the order of the second: first by unique texts, then equal texts in order, the rest by
 * overlap. A shifted version pairs by text, a translation by time. O(n log n).
 */
export function diffCues(a: readonly Cue[], b: readonly Cue[]): Difference[] {
  const pairs: Pair[] = []
  let last: Pair = { a: -1, b: -1 }
  for (const anchor of [...anchors(a, b), { a: a.length, b: b.length }]) {
    addAll(pairs, pairBetween(a, b, last, anchor))
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
  const inA = uniqueIndexes(a)
  const inB = uniqueIndexes(b)
  const common: Pair[] = []
  for (const [text, at] of inA) {
    const other = inB.get(text)
    if (text !== '' && at >= 0 && other !== undefined && other >= 0) common.push({ a: at, b: other })
  }
  return longestIncreasing(common.map((pair) => pair.b)).map((index) => itemAt(common, index))
}

/** The index of each text; -1 for one that occurs more than once. */
function uniqueIndexes(cues: readonly Cue[]): Map<string, number> {
  const indexes = new Map<string, number>()
  for (const [at, cue] of cues.entries()) {
    const text = key(cue)
    indexes.set(text, indexes.has(text) ? -1 : at)
  }
  return indexes
}

/** Pairs between two anchors, both excluded. */
function pairBetween(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair): Pair[] {
  const pairs: Pair[] = []
  let last = after
  for (const pair of [...equalTexts(a, b, after, before), before]) {
    const offset = last.a >= 0 ? itemAt(b, last.b).start - itemAt(a, last.a).start : 0
    addAll(pairs, sharedTimes(a, b, last, pair, offset))
    if (pair !== before) pairs.push(pair)
    last = pair
  }
  return pairs
}

function equalTexts(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair): Pair[] {
  const waiting = new Map<string, number[]>()
  for (let at = before.b - 1; at > after.b; at--) {
    const text = key(itemAt(b, at))
    const indexes = waiting.get(text)
    if (indexes) indexes.push(at)
    else waiting.set(text, [at])
  }
  const pairs: Pair[] = []
  let passed = after.b
  for (let at = after.a + 1; at < before.a; at++) {
    const indexes = waiting.get(key(itemAt(a, at))) ?? []
    let index = indexes.pop()
    while (index !== undefined && index <= passed) index = indexes.pop()
    if (index === undefined) continue
    pairs.push({ a: at, b: index })
    passed = index
  }
  return pairs
}

/** Pairs cues with an overlap of at least half the shorter one, after the last pair's shift. */
function sharedTimes(a: readonly Cue[], b: readonly Cue[], after: Pair, before: Pair, offset: number): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [after.a + 1, after.b + 1]
  while (i < before.a && j < before.b) {
    const [left, right] = [itemAt(a, i), itemAt(b, j)]
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
    out.push(compare(itemAt(a, i), itemAt(b, j), i++, j++))
  }
  return out
}

function compare(left: Cue, right: Cue, a: number, b: number): Difference {
  const text = left.text !== right.text
  const times = left.start !== right.start || left.end !== right.end
  return text || times ? { kind: 'changed', a, b, text, times } : { kind: 'same', a, b }
}
