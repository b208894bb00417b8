import type { Limits } from '../checks/rule.ts'
import { translationFlags } from '../domain/task.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { plainText } from '../subtitle/text/markup.ts'
import type { TextStyle } from '../subtitle/text/styled.ts'
import { cueBudget, tooFast } from './budget.ts'
import type { Doubts } from './doubts.ts'
import { fittedTranslations, readingTime } from './fit.ts'
import { type FlagChecks, flagsOf, type FoundFlag, foundSpans, sourceOf } from './flags.ts'
import { readMarks, type StyleSpan, withoutMarks } from './marks.ts'
import { type CuePassages, type StyledStretch, writePassages, type WrittenRow } from './passages.ts'
import { placeParts } from './place.ts'
import { timesAfter, withReadingTimes } from './reading-times.ts'
import { layOut } from './rows.ts'
import type { Sentence, SentencePart } from './sentences.ts'
import { missingNames } from './verify.ts'

/** A sentence's result. `null`: untranslated. */
export interface TranslatedSentence {
  /** The engine's answer, perhaps with marks. */
  readonly text: string | null
  /** Translations of the parts alone, if requested. */
  readonly parts?: readonly (string | null)[] | undefined
  /** The engine's doubts. */
  readonly doubts?: Doubts | undefined
}

/** A cue's text of a sentence in the other language. */
interface PlacedPart {
  readonly text: string
  readonly base: TextStyle
  readonly stretches: readonly StyledStretch[]
}

/** A cue that needs review: the worst flag, and the rest by rank. */
export interface FlaggedCue extends FoundFlag {
  readonly cue: number
  readonly also: readonly FoundFlag[]
}

export interface Checks extends FlagChecks {
  readonly limits: Limits
  /** Of the source language. */
  readonly original: Limits
  /** Whether cues keep their exact times; others extend into gaps and neighbours' spare time. */
  readonly keepsTimes?: boolean | undefined
}

/** Whether a sentence's parts must be translated alone: marks are lost, and there are too few words to divide. */
export function needsParts(sentence: Sentence, text: string | null): boolean {
  return text !== null && sentence.parts.length > 1 && breaksOf(sentence, { text }) === undefined
}

/** Whether an answer's marks show where its sentence's parts begin. */
export function hasPartMarks(sentence: Sentence, text: string): boolean {
  const read = readMarks(text, sentence.styles.length)
  return markedBreaks(sentence, read.text, read.breaks) !== undefined
}

/** The cues with their sentences' translations, and the cues that need review, in order. */
export function translatedCues(
  cues: readonly Cue[],
  taken: readonly CuePassages[],
  sentences: readonly Sentence[],
  translations: readonly TranslatedSentence[],
  checks: Checks,
): { cues: Cue[]; flagged: FlaggedCue[] } {
  const names = keptNames(sentences, translations, checks)
  const said = new Map<string, PlacedPart[]>()
  const flagged: Found[] = []
  const { limits, to, glossary, keepsTimes = false } = checks
  const longer = keepsTimes ? cues.map(() => 0) : timesAfter(cues, limits)
  const divide = (sentence: Sentence, translation: TranslatedSentence): PlacedPart[] =>
    divided(sentence, translation, roomsOf(sentence, { cues, longer, limits }))
  const fitted = fittedTranslations({
    ...{ cues, taken, sentences, translations, to, limits, glossary, longer },
    divide: (sentence, translation) => divide(sentence, translation).map(({ text }) => text),
  })
  sentences.forEach((sentence, at) => {
    const translation = fitted[at] ?? { text: null }
    const placed = divide(sentence, translation)
    sentence.parts.forEach((own, part) => {
      const { cue, passage, text, base } = own
      const key = `${cue} ${passage}`
      const whole = withDots(placed[part] ?? { text, base, stretches: [] }, own)
      said.set(key, [...(said.get(key) ?? []), whole])
      const made = translation.text !== null && placed[part] ? translation.text : null
      const asked = { sentence, part, text: made, doubts: translation.doubts, said: whole.text }
      for (const found of flagsOf(asked, { ...checks, names })) flagged.push({ cue, ...found })
    })
  })
  const texts = cues.map(({ text }, index) => {
    const one = taken[index]
    if (!one || one.passages.length === 0) return text
    const written = writtenCue(one, (passage) => said.get(`${index} ${passage}`) ?? [], limits)
    const made = writePassages(one, written.rows)
    if (isSaid(made, text)) return text
    if (one.dropped.length > 0) flagged.push({ cue: index, flag: 'style_lost', note: one.dropped.join(' ') })
    if (!written.fits) flagged.push({ cue: index, flag: 'too_long', note: '' })
    return made
  })
  const needs = texts.map((text, at) => {
    const cue = cues[at]
    if (!cue || !taken[at]?.passages.length) return undefined
    const need = readingTime(text, limits)
    // An unchanged cue keeps its time.
    return text === cue.text ? Math.min(need, cue.end - cue.start) : need
  })
  const timed = keepsTimes ? cues : withReadingTimes(cues, needs, limits)
  const out = timed.map((cue, at) => withText(cue, texts[at] ?? cue.text))
  out.forEach((cue, at) => {
    const speed = cue.text === cues[at]?.text ? 0 : tooFast(cue, cues[at] ?? cue, limits, checks.original)
    if (speed > 0) flagged.push({ cue: at, flag: 'too_fast', note: Math.ceil(speed * limits.cps).toFixed(0) })
  })
  return { cues: out, flagged: byCue(flagged) }
}

const withText = (cue: Cue, text: string): Cue => (text === cue.text ? cue : { ...cue, text })

/** Whether two texts have the same letters: then the original's rows and codes stay. */
const isSaid = (text: string, original: string): boolean => bare(text) === bare(original)

const UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

const bare = (text: string): string => {
  const letters = plainText(text).replace(/[.…]+/g, ' ').replace(/\s+/g, ' ').trim()
  return letters.replace(/(?<![\p{L}\p{N}]) | (?![\p{L}\p{N}])/gu, '').replace(UNSPACED, '')
}

/** The names without those mostly missing in translations: they are translated words. */
function keptNames(
  sentences: readonly Sentence[],
  translations: readonly TranslatedSentence[],
  checks: Checks,
): Set<string> {
  const said = new Map<string, { all: number; missing: number }>()
  sentences.forEach((sentence, at) => {
    const text = translations[at]?.text
    if (!text) return
    const source = sourceOf(sentence)
    const missing = missingNames(source, withoutMarks(text), checks.names, checks)
    for (const name of checks.names) {
      if (!source.includes(name)) continue
      const counts = said.get(name) ?? { all: 0, missing: 0 }
      said.set(name, { all: counts.all + 1, missing: counts.missing + (missing.includes(name) ? 1 : 0) })
    }
  })
  return new Set([...said].flatMap(([name, { all, missing }]) => (missing * 2 < all ? [name] : [])))
}

/** A part with its continuation dots. */
function withDots({ text, base, stretches }: PlacedPart, { before, after }: SentencePart): PlacedPart {
  const end = after !== '' && !text.endsWith(after) ? text.replace(/[,.…]+$/u, '') + after : text
  const moved = stretches.map((stretch) => ({
    ...stretch,
    from: stretch.from + before.length,
    to: stretch.to + before.length,
  }))
  return { text: before + end, base, stretches: moved }
}

type Found = FoundFlag & { readonly cue: number }

/** One entry per cue, worst flag first; equal flags of two sentences merge. */
function byCue(flagged: readonly Found[]): FlaggedCue[] {
  const rank = ({ flag }: FoundFlag): number => translationFlags.indexOf(flag)
  const cues = new Map<number, FoundFlag[]>()
  for (const { cue, flag, note } of [...flagged].sort((a, b) => a.cue - b.cue || rank(a) - rank(b))) {
    const own = cues.get(cue) ?? []
    cues.set(cue, own)
    const last = own.at(-1)
    if (last?.flag !== flag) own.push({ flag, note })
    else if (note !== '' && note !== last.note)
      own[own.length - 1] = { flag, note: last.note === '' ? note : `${last.note}, ${note}` }
  }
  return [...cues].flatMap(([cue, [worst, ...also]]) => (worst ? [{ cue, ...worst, also }] : []))
}

/** Letters that each part of a sentence has room for: its share of its cue. */
function roomsOf(
  { parts }: Sentence,
  { cues, longer, limits }: { cues: readonly Cue[]; longer: readonly number[]; limits: Limits },
): number[] {
  return parts.map(({ cue, text }) => {
    const own = cues[cue]
    if (!own) return Infinity
    const share = text.length / Math.max(text.length, plainText(own.text).length, 1)
    return cueBudget({ start: own.start, end: own.end + (longer[cue] ?? 0) }, limits) * share
  })
}

/** A sentence's translation divided over its parts; empty without one. */
function divided(sentence: Sentence, translation: TranslatedSentence, rooms: readonly number[]): PlacedPart[] {
  const { text, parts } = translation
  if (text === null || !/[\p{L}\p{N}]/u.test(withoutMarks(text))) return []
  const breaks = breaksOf(sentence, translation, rooms)
  if (!breaks) {
    // With fewer words than cues, each cue gets its own words' translation.
    if (!parts?.every((part) => part !== null && part !== '')) return []
    return sentence.parts.map(({ base }, at) => ({ text: readMarks(parts[at] ?? '', 0).text, base, stretches: [] }))
  }
  const read = readMarks(text, sentence.styles.length)
  const spans = read.isWhole ? read.spans : foundSpans(sentence, read.text)
  return sentence.parts.map(({ base }, at) => {
    const [from, to] = [at === 0 ? 0 : (breaks[at - 1] ?? 0), breaks[at] ?? read.text.length]
    const piece = read.text.slice(from, to)
    const begin = from + (piece.length - piece.trimStart().length)
    return { text: piece.trim(), base, stretches: stretchesWithin(sentence, spans, begin, begin + piece.trim().length) }
  })
}

function stretchesWithin(sentence: Sentence, spans: readonly StyleSpan[], from: number, to: number): StyledStretch[] {
  return spans.flatMap((span) => {
    const style = sentence.styles[span.style - 1]
    const [begin, end] = [Math.max(span.from, from), Math.min(span.to, to)]
    return style && begin < end ? [{ from: begin - from, to: end - from, style }] : []
  })
}

function breaksOf(
  sentence: Sentence,
  { text, parts }: TranslatedSentence,
  rooms?: readonly number[],
): readonly number[] | undefined {
  const read = readMarks(text ?? '', sentence.styles.length)
  const marked = markedBreaks(sentence, read.text, read.breaks)
  if (marked) return marked
  const hints = parts?.every((part) => part !== null && part !== '') ? parts.map((part) => part ?? '') : undefined
  return placeParts({ sources: sentence.parts.map((part) => part.text), target: read.text, hints, rooms })
}

/** The part marks if complete, with words in each part. */
function markedBreaks({ parts }: Sentence, text: string, breaks: readonly number[]): readonly number[] | undefined {
  if (breaks.length !== parts.length - 1) return undefined
  const edges = [0, ...breaks, text.length]
  const isEach = parts.every((_, at) => /[\p{L}\p{N}]/u.test(text.slice(edges[at], edges[at + 1])))
  return isEach || parts.length === 1 ? breaks : undefined
}

/** A cue's rows: one passage in as many as allowed, several in a row each if they fit. */
function writtenCue(
  { passages }: CuePassages,
  partsOf: (passage: number) => readonly PlacedPart[],
  limits: Limits,
): { rows: WrittenRow[]; fits: boolean } {
  const rows: WrittenRow[] = []
  let fits = true
  passages.forEach((passage, index) => {
    const { before, after, base, voice } = passage
    const parts = partsOf(index)
    // Without speech, as for a music note, the text stays.
    const whole = joined(parts.length > 0 ? parts : [passage], base, { before, after })
    const left = limits.maxLines - rows.length - (passages.length - index - 1)
    const layout = layOut(whole.text, limits, Math.max(1, left))
    if (!layout.fits || left < 1) fits = false
    const edges = [0, ...layout.breaks, whole.text.length]
    for (let row = 0; row + 1 < edges.length; row++)
      rows.push({ ...rowOf(whole, edges[row] ?? 0, edges[row + 1] ?? 0), voice: row === 0 ? voice : '' })
  })
  return { rows, fits }
}

type Joined = Omit<WrittenRow, 'voice'>

/** A passage's parts in one row in its style; differently styled ones as spans. */
function joined(
  parts: readonly PlacedPart[],
  base: TextStyle,
  { before, after }: { before: string; after: string },
): Joined {
  let text = before
  const stretches: StyledStretch[] = []
  parts.forEach((part, at) => {
    if (at > 0 && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？]$/u.test(text)) text += ' '
    const from = text.length
    text += part.text
    if (part.base !== base) stretches.push({ from, to: text.length, style: part.base })
    for (const stretch of part.stretches)
      stretches.push({ ...stretch, from: from + stretch.from, to: from + stretch.to })
  })
  return { text: text + after, base, stretches: withoutOverlaps(stretches) }
}

/** Of nested spans the inner one wins. */
function withoutOverlaps(stretches: readonly StyledStretch[]): StyledStretch[] {
  return stretches.flatMap((stretch, at) => {
    const inner = stretches.slice(at + 1).filter(({ from, to }) => from < stretch.to && to > stretch.from)
    let begin = stretch.from
    const cut: StyledStretch[] = []
    for (const { from, to } of inner) {
      if (from > begin) cut.push({ ...stretch, from: begin, to: from })
      begin = Math.max(begin, to)
    }
    return begin < stretch.to ? [...cut, { ...stretch, from: begin }] : cut
  })
}

function rowOf({ text, base, stretches }: Joined, from: number, to: number): Joined {
  const row = text.slice(from, to)
  const begin = from + (row.length - row.trimStart().length)
  const end = begin + row.trim().length
  return {
    text: row.trim(),
    base,
    stretches: stretches.flatMap((stretch) => {
      const [first, last] = [Math.max(stretch.from, begin), Math.min(stretch.to, end)]
      return first < last ? [{ ...stretch, from: first - begin, to: last - begin }] : []
    }),
  }
}
