import type { LanguageCode } from '../domain/languages.ts'
import { likeness } from '../subtitle/text/align.ts'
import type { PictureRegion } from '../domain/picture-region.ts'
import type { ReadRow, ReadText } from './read-text.ts'
import { withoutSceneText, withWholeRows } from './text-clusters.ts'
import type { WeighedWord } from './text-readings.ts'

/** Rows of lower confidence are background patterns. */
const LEAST_CONFIDENCE = 0.55
/** A row with this many sure words, of this share of its letters, is no pattern. */
const SURE_WORDS = 2
const SURE_WORD = 0.8
const SURE_SHARE = 0.4
/** A mixture or remainder of cues is shorter than this (ms): too short to read. */
const MIXED_MS = 150
/** Texts this alike and near in time (ms) are one cue, split by motion behind it. */
const SAME_LIKENESS = 0.8
const SAME_GAP_MS = 200
/** Another reading shorter than this (ms) between equal texts is a slip. */
const LAPSE_MS = 400
/** Rows of constant text in one place in this share of cues are no subtitles. */
const STATIC_SHARE = 0.6
const STATIC_LEAST = 6
const SAME_PLACE = 0.03
/** If fewer cues than this share are in the language's script, they are misread. */
const OWN_SHARE = 0.15

/**
 * A video's cues from its readings: without patterns, scene text, static text, and foreign scripts if the language's own
 * occurs; each cue once.
 */
export function textLines(read: readonly ReadText[], language: LanguageCode): ReadText[] {
  const clean = (rows: readonly ReadRow[]): ReadRow[] =>
    rows.map((row) => (scripts[language] ? row : withoutForeignWords(row))).filter(isSure)
  const clear = read.map((text) => ({ ...text, rows: clean(text.rows) }))
  const captions = withoutSceneText(clear).map(withWholeRows).filter(hasRows)
  const sure = withoutLapses(withoutMixtures(captions))
  const moving = withoutStatic(mergeSame(sure, language))
  return mergeSame(inOwnScript(moving, language), language)
}

const hasRows = ({ rows }: ReadText): boolean => rows.length > 0

function isSure({ confidence, text, words }: ReadRow): boolean {
  return /[\p{L}\p{N}]/u.test(text) && (confidence >= LEAST_CONFIDENCE || hasSureWords(words))
}

/** A misread word removes no other words. */
function hasSureWords(words: readonly WeighedWord[]): boolean {
  const lettersOf = (some: readonly WeighedWord[]): number => some.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.filter(({ text, confidence }) => confidence >= SURE_WORD && /\p{L}{2}/u.test(text))
  return sure.length >= SURE_WORDS && lettersOf(sure) >= SURE_SHARE * lettersOf(words)
}

/** Drops readings of a transition between cues: remainders or mixtures, for a moment. */
function withoutMixtures(texts: readonly ReadText[]): ReadText[] {
  const lines: ReadText[] = []
  let isAfterMixture = false
  let isOther = false
  for (const [at, text] of texts.entries()) {
    const [last, next] = [lines.at(-1), texts[at + 1]]
    const until = next && next.start <= text.end ? next.start : text.end
    const isRest = last && last.end >= text.start && until - last.end < MIXED_MS && !isSameLine(last, text)
    if (isRest && !(next && isSameLine(text, next))) {
      isAfterMixture = next !== undefined && next.start <= text.end
      isOther ||= text.isOther === true
      continue
    }
    // The cue after a mixture starts where the one before it ended.
    const start = isAfterMixture && last ? Math.min(text.start, last.end) : text.start
    lines.push({ ...text, start, isOther: isOther || text.isOther === true })
    isAfterMixture = false
    isOther = false
  }
  return lines
}

/** A brief other reading within one text is no cue, whatever the picture shows. */
function withoutLapses(texts: readonly ReadText[]): ReadText[] {
  const own = [...texts]
  for (const [at, text] of texts.entries()) {
    const [last, next] = [own[at - 1], own[at + 1]]
    if (!last || !next || text.end - text.start >= LAPSE_MS || next.start - last.end >= LAPSE_MS + SAME_GAP_MS) continue
    if (likeness(textOf(last), textOf(next)) < 1 || !isSameLine(last, text)) continue
    own[at] = { ...text, isOther: false }
    own[at + 1] = { ...next, isOther: false }
  }
  return own
}

/** Foreign-script words in a row of Latin words are patterns. */
function withoutForeignWords(row: ReadRow): ReadRow {
  const words = row.words.filter(({ text }) => /\p{Script=Latin}/u.test(text) || !/\p{L}/u.test(text))
  if (words.length === row.words.length || !words.some(({ text }) => /\p{L}/u.test(text))) return row
  return { ...row, words, text: words.map(({ text }) => text).join(' ') }
}

/** A cue's rows as one text. */
export function textOf({ rows }: ReadText): string {
  return rows.map(({ text }) => text).join('\n')
}

/** Consecutive readings of one cue; the best is used for the whole time. */
interface SameLine {
  readonly start: number
  readonly readings: readonly ReadText[]
  readonly best: ReadText
  readonly end: number
}

function mergeSame(texts: readonly ReadText[], language: LanguageCode): ReadText[] {
  const lines: SameLine[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last && text.start - last.end <= SAME_GAP_MS && isSameLine(last.best, text) && !isNextLine(last.best, text)) {
      const readings = [...last.readings, text]
      const [start, end] = [Math.min(last.start, text.start), Math.max(last.end, text.end)]
      lines[lines.length - 1] = { start, end, readings, best: bestOf(readings, language) }
    } else lines.push({ start: Math.max(text.start, last?.end ?? 0), end: text.end, readings: [text], best: text })
  }
  return lines
    .filter(({ start, end }) => end > start)
    .map(({ start, end, best, readings }) => ({ ...best, start, end, isOther: readings[0]?.isOther === true }))
}

/** Whether a nearly equal text is another cue: the picture shows another letter, and other letters were read. */
function isNextLine(line: ReadText, text: ReadText): boolean {
  const [before, after] = [textOf(line), textOf(text)]
  return text.isOther === true && likeness(before, after) < 1 && !isTorn(before, after) && !isTorn(after, before)
}

/** Whether a reading is another without its first capital: background hides letters at the edge first. */
function isTorn(whole: string, torn: string): boolean {
  const [all, rest] = [whole, torn].map((text) => text.replace(/^[^\p{L}\p{N}]+/u, '')) as [string, string]
  return /^\p{Lu}\p{Ll}/u.test(all) && all.slice(1) === rest
}

function isSameLine(a: ReadText, b: ReadText): boolean {
  return likeness(textOf(a), textOf(b)) >= SAME_LIKENESS
}

/**
 * The best of several readings: the letters read most often, longest and surest; of those the one with most spaces, which
 * are rather dropped than invented (reversed in Hangul).
 */
function bestOf(readings: readonly ReadText[], language: LanguageCode): ReadText {
  const heaviest = (groups: readonly (readonly ReadText[])[]): readonly ReadText[] =>
    groups.reduce((best, group) => (sumOf(group) > sumOf(best) ? group : best), [])
  const same = heaviest([...Map.groupBy(readings, (text) => textOf(text).replace(/\s/g, '')).values()])
  const bySpaces = [...Map.groupBy(same, textOf).values()]
  const most = Math.max(...same.map(blanksOf))
  const chosen = language === 'ko' ? heaviest(bySpaces) : same.filter((text) => blanksOf(text) === most)
  return chosen.reduce((best, text) => (weightOf(text) > weightOf(best) ? text : best))
}

const sumOf = (readings: readonly ReadText[]): number => readings.reduce((sum, text) => sum + weightOf(text), 0)
const blanksOf = (text: ReadText): number => textOf(text).split(' ').length

const WHOLE_MS = 1000

function weightOf({ start, end, rows }: ReadText): number {
  const confidence = rows.reduce((sum, row) => sum + row.confidence, 0) / Math.max(1, rows.length)
  return confidence ** 4 * Math.min(1, 0.5 + (end - start) / WHOLE_MS)
}

function withoutStatic(texts: readonly ReadText[]): ReadText[] {
  const isStatic = (row: ReadRow): boolean => {
    const same = texts.filter(({ rows }) =>
      rows.some((other) => isSamePlace(row.box, other.box) && other.text === row.text),
    )
    return same.length >= STATIC_LEAST && same.length >= STATIC_SHARE * texts.length
  }
  return texts.map((text) => ({ ...text, rows: text.rows.filter((row) => !isStatic(row)) })).filter(hasRows)
}

function isSamePlace(a: PictureRegion, b: PictureRegion): boolean {
  return (
    Math.abs(a.x - b.x) < SAME_PLACE && Math.abs(a.y - b.y) < SAME_PLACE && Math.abs(a.width - b.width) < SAME_PLACE
  )
}

/** Letters of a language's scripts. */
const scripts: Partial<Record<LanguageCode, RegExp>> = {
  zh_cn: /\p{Script=Han}/u,
  zh_tw: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
  el: /\p{Script=Greek}/u,
}

/** Whether a text has a letter of the language's script. */
export function hasOwnScript(text: string, language: LanguageCode): boolean {
  return (scripts[language] ?? /\p{Script=Latin}/u).test(text)
}

/**
 * Of bilingual cues the rows in the language's script. A cue in another script stays if it is an exception (a name,
 * "OK").
 */
function inOwnScript(texts: readonly ReadText[], language: LanguageCode): ReadText[] {
  const letter = scripts[language] ?? /\p{Script=Latin}/u
  // Foreign words in Latin letters are longer than those around them.
  const least = scripts[language] ? 0.2 : 0.5
  const isOwn = ({ text }: ReadRow): boolean => {
    const letters = text.match(/\p{L}/gu) ?? []
    return letters.filter((sign) => letter.test(sign)).length >= least * letters.length
  }
  const own = texts.filter(({ rows }) => rows.some((row) => isOwn(row) && letter.test(row.text)))
  if (own.length < OWN_SHARE * texts.length) return []
  const keepsForeign = own.length > texts.length / 2
  return texts.flatMap((text) => {
    const rows = text.rows.filter(isOwn)
    if (rows.length > 0) return [{ ...text, rows }]
    return keepsForeign ? [text] : []
  })
}
