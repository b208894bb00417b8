import type { Cue, NewId } from '../subtitle/cue/cue.ts'
import { betweenLetters } from '../subtitle/text/letters.ts'
import { cutMarkup, plainText } from '../subtitle/text/markup.ts'
import { type CueList, positionOf } from '../subtitle/cue/cue-list.ts'
import { type Change, type Patch } from '../subtitle/cue/patch.ts'
import { withPartTimes } from '../subtitle/text/part-codes.ts'
import { countCharacters } from '../subtitle/text/statistics.ts'
import { hasDrawing, isTypeset } from '../subtitle/cue/typeset.ts'
import type { WordTime } from '../subtitle/cue/word-times.ts'
import { betweenSpeakers, cutAtSentence, cutNear } from './cut-places.ts'
import { done, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'

/** Where to split: a time in ms, an offset in the text, or both; by default the middle. */
export interface SplitPoint {
  readonly time?: number | undefined
  readonly caret?: number | undefined
  readonly words?: readonly WordTime[] | undefined
}

/**
 * Splits a cue in two with a gap. A missing time or offset follows from the other by word times, else by letters. Tags
 * are closed and reopened; both keep the speakers. A typeset cue without a word boundary is copied whole.
 */
export function splitCue(
  list: CueList,
  id: string,
  where: SplitPoint,
  rules: TimingRules,
  newId: NewId,
): Outcome<Patch> {
  const at = positionOf(list, id)
  const cue = list.cueAt(at)
  const wanted = where.caret === undefined ? undefined : betweenLetters(cue.text, where.caret)
  const time = Math.round(where.time ?? timeOfCaret(cue, wanted, where.words))
  if (time - cue.start < MIN_LENGTH || cue.end - (time + rules.gap) < MIN_LENGTH) return refused('too_short_to_split')
  const texts = textsAt(cue, wanted ?? caretOfTime(cue, time, where.words))
  if (!texts) return refused('one_word')
  const [before = '', after = ''] = texts
  const length = cue.end - cue.start
  const later = time + rules.gap - cue.start
  const first = { ...cue, end: time, text: withPartTimes(before, { from: 0, to: time - cue.start, length }) }
  const text = withPartTimes(after, { from: later, to: length, length })
  const second: Cue = { ...cue, id: newId(id), start: time + rules.gap, text }
  return done([
    { id, from: cue, to: first, at },
    { id: second.id, from: undefined, to: second, at: at + 1 },
  ])
}

function textsAt(cue: Cue, caret: number | undefined): readonly string[] | undefined {
  if (hasDrawing(cue.text)) return [cue.text, cue.text]
  if (caret !== undefined) return cutMarkup(cue.text, caret)
  const isRead = plainText(cue.text).trim() !== ''
  return isRead && !isTypeset(cue) ? undefined : [cue.text, cue.text]
}

function timeOfCaret(cue: Cue, caret: number | undefined, words: SplitPoint['words']): number {
  if (caret === undefined) return (cue.start + cue.end) / 2
  const word = words?.find(({ offset }) => offset >= caret)
  if (word && word.start > cue.start && word.start < cue.end) return word.start
  const share = plainText(cue.text.slice(0, caret)).length / Math.max(1, plainText(cue.text).length)
  return cue.start + (cue.end - cue.start) * Math.min(1, share)
}

/** The offset for a time: at a word, or the nearest boundary; undefined for a single word. */
function caretOfTime(cue: Cue, time: number, words: readonly WordTime[] | undefined): number | undefined {
  // Before the first word nothing would be left of the first cue.
  const inside = words?.filter(({ offset }) => offset > 0 && offset < cue.text.length) ?? []
  const distance = (word: WordTime): number => Math.abs(word.start - time)
  const nearest = inside.reduce<WordTime | undefined>(
    (best, word) => (best && distance(best) <= distance(word) ? best : word),
    undefined,
  )
  return nearest?.offset ?? cutNear(cue.text, (time - cue.start) / (cue.end - cue.start))
}

/** Limits of one cue: letters of all its rows together, milliseconds. */
export interface LengthLimit {
  readonly characters: number
  readonly duration: number
}

/**
 * Splits overlong cues into the fewest parts: before another speaker, at near sentence ends, else between words. Drawings
 * and single words stay whole; typeset cues have no time limit.
 */
export function splitLongCues(list: CueList, limit: LengthLimit, rules: TimingRules, newId: NewId): Patch {
  const patch: Change[] = []
  let added = 0
  for (const [at, cue] of list.cues.entries()) {
    const [first, ...others] = cutLong(cue, limit, rules)
    if (!first || others.length === 0) continue
    patch.push({ id: cue.id, from: cue, to: first, at })
    for (const part of others) {
      added++
      const id = newId(cue.id)
      patch.push({ id, from: undefined, to: { ...part, id }, at: at + added })
    }
  }
  return patch
}

function cutLong(cue: Cue, limit: LengthLimit, { gap }: TimingRules): Cue[] {
  const length = cue.end - cue.start
  if (hasDrawing(cue.text)) return [cue]
  const cut = cutText(cue.text, length, isTypeset(cue) ? { ...limit, duration: Infinity } : limit, gap + MIN_LENGTH)
  if (cut.length < 2) return [cue]
  const texts = cut.map((text) => ({ text, letters: Math.max(1, plainText(text).length) }))
  const total = texts.reduce((sum, { letters }) => sum + letters, 0)
  const parts: Cue[] = []
  let passed = 0
  for (const [index, { text, letters }] of texts.entries()) {
    const from = Math.round((length * passed) / total) + (index > 0 ? gap : 0)
    passed += letters
    const to = index === texts.length - 1 ? length : Math.round((length * passed) / total)
    if (to - from < MIN_LENGTH) return [cue]
    const timed = withPartTimes(text, { from, to, length })
    parts.push({ ...cue, start: cue.start + from, end: cue.start + to, text: timed })
  }
  return parts
}

/**
 * A text in parts within a limit; `length` is the total in milliseconds and `least` a part's minimum: first by speakers,
 * then in nearly equal parts, fewer if it has fewer words.
 */
function cutText(text: string, length: number, limit: LengthLimit, least: number): string[] {
  const wanted = Math.ceil(Math.max(countCharacters(text) / limit.characters, length / limit.duration))
  const count = Math.min(wanted, Math.max(1, Math.floor(length / least)))
  if (count < 2) return [text]
  const [before, after] = cutMarkup(text, betweenSpeakers(text) ?? 0)
  if (before !== '') {
    const share = plainText(before).length / plainText(text).length
    return [...cutText(before, length * share, limit, least), ...cutText(after, length * (1 - share), limit, least)]
  }
  const parts: string[] = []
  let rest = text
  for (let left = count; left > 1; left--) {
    const caret = cutAtSentence(rest, 1 / left)
    if (caret === undefined) break
    const [part, others] = cutMarkup(rest, caret)
    parts.push(part)
    rest = others
  }
  return [...parts, rest]
}
