import type { Cue, MintId } from '../subtitle/cue.ts'
import { type CueList, type Patch, positionOf } from '../subtitle/patch.ts'
import { done, INSERT_LENGTH, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'

/** A new empty line below: starts one gap after this one's end, lasts 2 s or up to one gap before the next line. */
export function insertBelow(list: CueList, id: string, rules: TimingRules, mint: MintId): Outcome<Patch> {
  const at = positionOf(list, id)
  return insertLine(list, at + 1, list.cues[at]!.end + rules.gap, rules, mint)
}

/** A new empty line at a time that no line covers. */
export function insertAtTime(list: CueList, time: number, rules: TimingRules, mint: MintId): Outcome<Patch> {
  let at = 0
  while (at < list.cues.length && list.cues[at]!.start <= time) at++
  const previous = list.cues[at - 1]
  if (previous && previous.end + rules.gap > time) return refused('insufficient_gap')
  return insertLine(list, at, time, rules, mint)
}

function insertLine(list: CueList, at: number, start: number, rules: TimingRules, mint: MintId): Outcome<Patch> {
  const next = list.cues[at]
  const ceiling = next ? Math.min(rules.duration, next.start - rules.gap) : rules.duration
  const end = Math.min(start + INSERT_LENGTH, ceiling)
  if (end - start < MIN_LENGTH) return refused('insufficient_gap')
  const cue: Cue = { id: mint(), start, end, text: '', roles: [] }
  return done([{ id: cue.id, from: undefined, to: cue, at }])
}

/** This line and the next as one: texts joined by a blank, from the first start to the later end, speakers in order. */
export function mergeDown(list: CueList, id: string): Outcome<Patch> {
  const at = positionOf(list, id)
  const first = list.cues[at]!
  const second = list.cues[at + 1]
  if (!second) return refused('no_next')
  const merged: Cue = {
    ...first,
    end: Math.max(first.end, second.end),
    text: [first.text, second.text].filter((text) => text !== '').join(' '),
    roles: [...new Set([...first.roles, ...second.roles])],
  }
  return done([
    { id, from: first, to: merged, at },
    { id: second.id, from: second, to: undefined, at: at + 1 },
  ])
}

export function removeLines(list: CueList, ids: Iterable<string>): Patch {
  return [...ids].map((id) => {
    const at = positionOf(list, id)
    return { id, from: list.cues[at]!, to: undefined, at }
  })
}

/**
 * Two lines out of one at `time`, a gap between them. The text is cut at `caret` (an offset in the text) or, without
 * one, at the blank nearest to the time's share of the line. Each half keeps the speakers.
 */
export function splitLine(
  list: CueList,
  id: string,
  where: { time?: number; caret?: number },
  rules: TimingRules,
  mint: MintId,
): Outcome<Patch> {
  const at = positionOf(list, id)
  const cue = list.cues[at]!
  const length = cue.end - cue.start
  const share = where.caret === undefined ? 0.5 : where.caret / Math.max(1, cue.text.length)
  const time = Math.round(where.time ?? cue.start + length * share)
  if (time - cue.start < MIN_LENGTH || cue.end - (time + rules.gap) < MIN_LENGTH) return refused('too_short_to_split')
  const caret = where.caret ?? cutNear(cue.text, (cue.text.length * (time - cue.start)) / length)
  const first: Cue = { ...cue, end: time, text: cue.text.slice(0, caret).trimEnd() }
  const second: Cue = { ...cue, id: mint(), start: time + rules.gap, text: cue.text.slice(caret).trimStart() }
  return done([
    { id, from: cue, to: first, at },
    { id: second.id, from: undefined, to: second, at: at + 1 },
  ])
}

/** The blank nearest to `target`; the target itself where the text has none (unspaced scripts). */
function cutNear(text: string, target: number): number {
  let best = -1
  for (let i = 0; i < text.length; i++) {
    if (/\s/.test(text[i]!) && (best < 0 || Math.abs(i - target) < Math.abs(best - target))) best = i
  }
  return best < 0 ? Math.round(target) : best
}
