import type { Cue, NewId } from '../subtitle/cue.ts'
import { betweenLetters } from '../subtitle/letters.ts'
import { cutMarkup, plainText } from '../subtitle/markup.ts'
import { type CueList, positionOf } from '../subtitle/cue-list.ts'
import { type Change, type Patch } from '../subtitle/patch.ts'
import { countCharacters } from '../subtitle/statistics.ts'
import { betweenWords } from '../subtitle/word-pieces.ts'
import type { WordTime } from '../subtitle/word-times.ts'
import { done, MIN_LENGTH, type Outcome, refused, type TimingRules } from './rules.ts'

/** Where to split: a time in ms, an offset in the text, or both; with neither, in the middle. */
export interface SplitPoint {
  readonly time?: number | undefined
  readonly caret?: number | undefined
  readonly words?: readonly WordTime[] | undefined
}

/**
 * Two cues out of one, a gap between them. Time or offset, whichever is not given, follows from the other: by word times
 * where there are any, else in proportion to the letters. Open tags are closed and opened again at the split. Both cues
 * keep the speakers.
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
  const caret = wanted ?? caretOfTime(cue, time, where.words)
  const [before, after] = cutMarkup(cue.text, caret)
  const first: Cue = { ...cue, end: time, text: before }
  const second: Cue = { ...cue, id: newId(id), start: time + rules.gap, text: after }
  return done([
    { id, from: cue, to: first, at },
    { id: second.id, from: undefined, to: second, at: at + 1 },
  ])
}

function timeOfCaret(cue: Cue, caret: number | undefined, words: SplitPoint['words']): number {
  if (caret === undefined) return (cue.start + cue.end) / 2
  const word = words?.find(({ offset }) => offset >= caret)
  if (word && word.start > cue.start && word.start < cue.end) return word.start
  const share = plainText(cue.text.slice(0, caret)).length / Math.max(1, plainText(cue.text).length)
  return cue.start + (cue.end - cue.start) * Math.min(1, share)
}

function caretOfTime(cue: Cue, time: number, words: readonly WordTime[] | undefined): number {
  // Before the first word nothing would be left of the first cue.
  const inside = words?.filter(({ offset }) => offset > 0 && offset < cue.text.length) ?? []
  const distance = (word: WordTime): number => Math.abs(word.start - time)
  const nearest = inside.reduce<WordTime | undefined>(
    (best, word) => (best && distance(best) <= distance(word) ? best : word),
    undefined,
  )
  return nearest?.offset ?? cutNear(cue.text, (cue.text.length * (time - cue.start)) / (cue.end - cue.start))
}

/** The blank nearest to `target`; in scripts without blanks the best place between two words near it; else the target itself. */
function cutNear(text: string, target: number): number {
  let best = -1
  for (let i = 0; i < text.length; i++) {
    if (/\s/.test(text.charAt(i)) && (best < 0 || Math.abs(i - target) < Math.abs(best - target))) best = i
  }
  if (best >= 0 && Math.abs(best - target) <= target / 3) return best
  return betweenWords(text, target) ?? (best < 0 ? Math.round(target) : best)
}

/** The most that one cue may have: letters of all its lines together, milliseconds. */
export interface LengthLimit {
  readonly characters: number
  readonly duration: number
}

/** Splits every cue that is too long into as few as possible, at ends of sentences where one is near, else at blanks. */
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
  const characters = countCharacters(cue.text)
  const wanted = Math.ceil(Math.max(characters / limit.characters, length / limit.duration))
  const count = Math.min(wanted, Math.max(1, Math.floor(length / (gap + MIN_LENGTH))))
  if (count < 2) return [cue]
  const texts = cutText(cue.text, count).map((text) => ({ text, letters: Math.max(1, plainText(text).length) }))
  const total = texts.reduce((sum, { letters }) => sum + letters, 0)
  const parts: Cue[] = []
  let passed = 0
  for (const [index, { text, letters }] of texts.entries()) {
    const start = cue.start + Math.round((length * passed) / total) + (index > 0 ? gap : 0)
    passed += letters
    const end = index === texts.length - 1 ? cue.end : cue.start + Math.round((length * passed) / total)
    if (end - start < MIN_LENGTH) return [cue]
    parts.push({ ...cue, start, end, text })
  }
  return parts
}

/** The text in `count` parts of nearly equal length; fewer where it has fewer words. */
function cutText(text: string, count: number): string[] {
  const parts: string[] = []
  let rest = text
  for (let left = count; left > 1; left--) {
    const caret = breakNear(rest, rest.length / left)
    const [before, after] = cutMarkup(rest, caret)
    if (!before || !after) continue
    parts.push(before)
    rest = after
  }
  return [...parts, rest]
}

/** The best place to break within a third of the part's length: after a sentence, after a clause, at a blank. */
function breakNear(text: string, target: number): number {
  const reach = target / 3
  for (const pattern of [/[.!?\u3002\uff01\uff1f\u2026]["'\u201d\u2019)]*\s*/g, /[,;:\u3001\uff0c\uff1b]\s*/g]) {
    let best = -1
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (Math.abs(end - target) <= reach && (best < 0 || Math.abs(end - target) < Math.abs(best - target))) best = end
    }
    if (best > 0 && best < text.length) return best
  }
  return cutNear(text, target)
}
