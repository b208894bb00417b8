import { z } from 'zod'
import { bcp47, type LanguageCode } from '#core/domain/languages.ts'
import { doubtOf } from '#core/translate/doubts.ts'
import { fenced, type Fenced, unfenced } from '#core/translate/fences.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'
import { phraseSpans } from '#core/translate/phrases.ts'
import { otherEnglish, writtenEnglish } from '#core/translate/plain-english.ts'
import {
  begunAs,
  dressed,
  isShouted,
  naturalSpanish,
  originalOf,
  quiet,
  readRough,
  type RoughText,
} from '#core/translate/rough-text.ts'
import { lacksProgram } from '../missing.ts'
import { modelsSettings } from '../models/folder.ts'
import { defineEngine } from '../ports.ts'
import { coverageOfModes, runMode, wayOf } from './apertium-modes.ts'
import type { DoubtfulText, TranslateEngine, TranslateRequest } from './engine.ts'
import { provedModes } from './proved-modes.ts'

const VERSION = 'apertium-5'

const ABILITIES = { priceUnit: 'free', isDraft: true, isQuick: true, glossary: true } as const

/** `models`: the folder of models, which caches the working pairs. */
function apertium(models: string): TranslateEngine {
  return {
    version: VERSION,
    async translate({
      texts,
      from,
      to,
      glossary = [],
      signal,
    }: TranslateRequest): Promise<(string | DoubtfulText | null)[]> {
      const { usable } = await provedModes(models)
      const way = wayOf(usable, from, to)
      if (way.modes.length === 0) return texts.map((text) => (text.trim() === '' ? '' : null))
      const steps = stepsOf(way, to)
      const first = await translateLines(texts, { steps, from, to, glossary, signal })
      const better = await again(texts, first, { steps, from, to, glossary, signal })
      return texts.map((text, at) => {
        const made = better[at]
        if (text.trim() === '' || !made?.text) return text.trim() === '' ? '' : null
        return doubtOf(made) === 0 ? made.text : made
      })
    },
  }
}

/** One run of Apertium, and its target language. */
interface Step {
  readonly mode: string
  readonly to: string
}

function stepsOf({ modes, through }: { modes: string[]; through?: string }, to: LanguageCode): Step[] {
  return modes.map((mode, at) => ({ mode, to: at === modes.length - 1 ? to : (through ?? to) }))
}

interface Lines {
  readonly steps: readonly Step[]
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly glossary: readonly GlossaryTerm[]
  readonly signal: AbortSignal
}

async function translateLines(texts: readonly string[], lines: Lines): Promise<DoubtfulText[]> {
  const { steps, from, to, glossary, signal } = lines
  const written = from === 'en' ? texts.map((text) => writtenEnglish(quiet(text))) : texts.map(quiet)
  const fences = written.map((text) =>
    fenced(text, { glossary, pair: { from, to }, ...(from === 'en' && { spans: phraseSpans(text, to) }) }),
  )
  let done = fences.map(({ text, kept }): Rough => ({ text, kept, unknown: [], lost: [], foreign: [] }))
  for (const [count, step] of steps.entries()) {
    const answers = await runMode(
      step.mode,
      done.map(({ text }) => text),
      signal,
    )
    done = done.map((before, at) => {
      const read = readRough(answers[at] ?? '', before.text, step)
      const isNatural = from !== 'en' || step.to !== 'es'
      return stepped(before, isNatural ? read : { ...read, text: naturalSpanish(read.text) }, count > 0)
    })
  }
  const [first] = steps
  if (first && done.some(({ foreign }) => foreign.length > 0)) done = await withOriginals(done, fences, first, signal)
  return done.map(({ text: made, kept, unknown, lost }, at) => {
    const whole = dressed(made, fences[at]?.text ?? '', to)
    const { text: open, missing } = unfenced(whole, kept, fences[at]?.local)
    const begun = begunAs(open, written[at] ?? '')
    const text = isShouted(texts[at] ?? '') ? open.toLocaleUpperCase(bcp47(to)) : begun
    return { text, unknown, lost: [...lost, ...missing] }
  })
}

interface Rough extends DoubtfulText {
  readonly kept: Fenced['kept']
  /** Unknown words of the pivot language. */
  readonly foreign: readonly string[]
}

/** A step's output. Unknown words are fenced, so that the next step does not translate them. */
function stepped(before: Rough, { text, unknown, lost }: RoughText, isSecond: boolean): Rough {
  const isToken = (word: string): boolean => [...before.kept.keys()].some((token) => sameWord(token, word))
  const fresh = unknown.filter((word) => !isToken(word))
  const glossary = fresh.map((word) => ({ from: word, to: word }))
  const next = fenced(text, { glossary, before: before.kept })
  return {
    text: next.text,
    kept: next.kept,
    unknown: [...before.unknown, ...fresh],
    foreign: isSecond ? fresh : [],
    lost: [...before.lost, ...lost.filter((place) => !place.split(' ').some(isToken))],
  }
}

/** Cues in which pivot words equal original words: the reader does not expect a third language. */
async function withOriginals(
  done: readonly Rough[],
  fences: readonly Fenced[],
  first: Step,
  signal: AbortSignal,
): Promise<Rough[]> {
  const wordsOf = (at: number): string[] => fences[at]?.text.match(/\p{L}{3,}(?![\p{L}\p{N}])/gu) ?? []
  const words = [...new Set(done.flatMap(({ foreign }, at) => (foreign.length > 0 ? wordsOf(at) : [])))]
  const answers = await runMode(first.mode, words, signal)
  const meanings = words.map((word, at) => [word, readRough(answers[at] ?? '', word, first).text] as const)
  return done.map((line, at) => {
    const own = new Set(wordsOf(at))
    const near = new Map(meanings.filter(([word]) => own.has(word)))
    const begin = fences[at]?.text ?? ''
    return line.foreign.reduce((better, word) => {
      const original = originalOf(word, near)
      // The first word of a sentence may have its capital from its position.
      return replaced(better, word, original && begin.startsWith(original) ? original.toLowerCase() : original)
    }, line)
  })
}

function replaced(line: Rough, word: string, original: string | undefined): Rough {
  if (original === undefined) return line
  const kept = new Map([...line.kept].map(([token, text]) => [token, text === word ? original : text]))
  return { ...line, kept, unknown: line.unknown.map((one) => (one === word ? original : one)) }
}

const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Doubtful lines are retried in other words and clause by clause; the result with the fewest doubts wins. */
async function again(texts: readonly string[], first: readonly DoubtfulText[], lines: Lines): Promise<DoubtfulText[]> {
  const tries = first.flatMap((one, at) => {
    const text = texts[at] ?? ''
    if (doubtOf(one) === 0) return []
    const others = lines.from === 'en' ? otherEnglish(text).map((other) => [other]) : []
    const clauses = one.lost.length > 0 ? clausesOf(text) : []
    return [...others, ...(clauses.length > 1 ? [clauses] : [])].map((pieces) => ({ at, pieces }))
  })
  if (tries.length === 0) return [...first]
  const answers = await translateLines(
    tries.flatMap(({ pieces }) => pieces),
    lines,
  )
  const best = [...first]
  let next = 0
  for (const { at, pieces } of tries) {
    const some = answers.slice(next, next + pieces.length)
    next += pieces.length
    const other = {
      text: some.map(({ text }) => text).join(' '),
      unknown: some.flatMap(({ unknown }) => unknown),
      lost: some.flatMap(({ lost }) => lost),
    }
    const known = best[at]
    if (known && some.every(({ text }) => text !== '') && doubtOf(other) < doubtOf(known)) best[at] = other
  }
  return best
}

/** A sentence split at commas and colons; each piece keeps its punctuation. */
const clausesOf = (text: string): string[] => text.split(/(?<=[,;:])\s+/)

/** Apertium with the installed pairs, and chains of two of them. */
export const adapter = defineEngine({
  port: 'translate',
  name: 'apertium',
  label: 'Apertium',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const { usable, broken } = await provedModes(MODELS_DIR)
    const { pairs, through } = coverageOfModes(usable)
    if (Object.keys(pairs).length === 0 && broken.length === 0)
      return lacksProgram('apertium', { apt: 'apertium apertium-eng-spa', dnf: 'apertium apertium-eng-spa' })
    const offer = { serves: { pairs, through, abilities: ABILITIES }, detail: VERSION }
    if (broken.length === 0) return offer
    return { ...offer, problem: { key: 'pairs_fail', params: { pairs: broken.join(', ') } } as const }
  },
  open: ({ MODELS_DIR }) => apertium(MODELS_DIR),
})
