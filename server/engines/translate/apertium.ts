import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { iso639_2, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { doubtOf } from '#core/translate/doubts.ts'
import { fenced, type Fenced, unfenced } from '#core/translate/fences.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'
import { otherEnglish, writtenEnglish } from '#core/translate/plain-english.ts'
import { begunAs, dressed, originalOf, readRough, roughLine, type RoughText } from '#core/translate/rough-text.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { DoubtfulText, TranslateEngine, TranslateRequest } from './engine.ts'

const MODES = '/usr/share/apertium/modes'

const VERSION = 'apertium-4'

const ABILITIES = { priceUnit: 'free', isDraft: true, isQuick: true, glossary: true } as const

/** Apertium's name of a pair by its two languages, `from to`; languages that are not ours keep its own name. */
type Modes = ReadonlyMap<string, string>

/** Chinese is in no pair, and a code would not say which script. */
const ours = languageCodes.filter((code) => !code.startsWith('zh'))

/** Apertium has both two-letter and three-letter names. */
function languageOf(name: string): string {
  return ours.find((code) => code === name || iso639_2(code) === name) ?? (name === 'cat' ? 'ca' : name)
}

/** Every pair whose data is on this machine: files such as `eng-spa.mode`; variants (`es-pt_BR`) are left out. */
async function installedModes(): Promise<Modes> {
  const files = await readdir(MODES).catch((): string[] => [])
  return modesOf(files)
}

/** The pairs in a list of files. */
export function modesOf(files: readonly string[]): Modes {
  const modes = new Map<string, string>()
  for (const file of [...files].sort()) {
    const [, from, to] = /^([a-z]{2,3})-([a-z]{2,3})\.mode$/.exec(file) ?? []
    if (from && to) modes.set(`${languageOf(from)} ${languageOf(to)}`, file.slice(0, -'.mode'.length))
  }
  return modes
}

/** The modes that lead from one language to another: one, or two with a language in between; none where there is no way. */
export function wayOf(modes: Modes, from: LanguageCode, to: LanguageCode): { modes: string[]; through?: string } {
  const direct = modes.get(`${from} ${to}`)
  if (direct) return { modes: [direct] }
  // Languages of the product first: people can read what happened on the way.
  const others = [...modes.keys()].map((pair) => pair.split(' ')[1] ?? '')
  for (const between of [...ours, ...others.sort()]) {
    const [first, second] = [modes.get(`${from} ${between}`), modes.get(`${between} ${to}`)]
    if (first && second) return { modes: [first, second], through: between }
  }
  return { modes: [] }
}

/** Pairs of the product's languages that can be reached in two steps at most, and what lies between. */
export function coverageOfModes(modes: Modes) {
  const pairs: Record<string, LanguageCode[]> = {}
  const through: Record<string, Record<string, string>> = {}
  for (const from of ours) {
    for (const to of ours) {
      const way = wayOf(modes, from, to)
      if (from === to || way.modes.length === 0) continue
      ;(pairs[from] ??= []).push(to)
      if (way.through) (through[from] ??= {})[to] = way.through
    }
    // What needs one step comes first, as what a dialog offers first.
    pairs[from]?.sort((a, b) => Number(Boolean(through[from]?.[a])) - Number(Boolean(through[from]?.[b])))
  }
  return { pairs, through }
}

function apertium(): TranslateEngine {
  return {
    version: VERSION,
    async translate({
      texts,
      from,
      to,
      glossary = [],
      signal,
    }: TranslateRequest): Promise<(string | DoubtfulText | null)[]> {
      const way = wayOf(await installedModes(), from, to)
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

/** One run of Apertium, and the language that comes out of it. */
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
  const written = from === 'en' ? texts.map(writtenEnglish) : texts
  const fences = written.map((text) => fenced(text, glossary))
  let done = fences.map(({ text, kept }): Rough => ({ text, kept, unknown: [], lost: [], foreign: [] }))
  for (const [count, step] of steps.entries()) {
    const answers = await runStep(
      done.map(({ text }) => text),
      step,
      signal,
    )
    done = done.map((before, at) => stepped(before, readRough(answers[at] ?? '', before.text, step), count > 0))
  }
  const [first] = steps
  if (first && done.some(({ foreign }) => foreign.length > 0)) done = await withOriginals(done, fences, first, signal)
  return done.map(({ text, kept, unknown, lost }, at) => {
    const whole = dressed(text, fences[at]?.text ?? '', to)
    const { text: open, missing } = unfenced(whole, kept)
    return { text: begunAs(open, written[at] ?? ''), unknown, lost: [...lost, ...missing] }
  })
}

interface Rough extends DoubtfulText {
  readonly kept: Fenced['kept']
  /** Unknown words of the language in between. */
  readonly foreign: readonly string[]
}

/** What a step made of a line. What it did not know is fenced: the next step would take it for a word of its own. */
function stepped(before: Rough, { text, unknown, lost }: RoughText, isSecond: boolean): Rough {
  const isToken = (word: string): boolean => [...before.kept.keys()].some((token) => sameWord(token, word))
  const fresh = unknown.filter((word) => !isToken(word))
  const next = fenced(
    text,
    fresh.map((word) => ({ from: word, to: word })),
    before.kept,
  )
  return {
    text: next.text,
    kept: next.kept,
    unknown: [...before.unknown, ...fresh],
    foreign: isSecond ? fresh : [],
    lost: [...before.lost, ...lost.filter((place) => !place.split(' ').some(isToken))],
  }
}

/** Lines in which words of the language in between are those of the original: nobody asked for a third language. */
async function withOriginals(
  done: readonly Rough[],
  fences: readonly Fenced[],
  first: Step,
  signal: AbortSignal,
): Promise<Rough[]> {
  const wordsOf = (at: number): string[] => fences[at]?.text.match(/\p{L}{3,}(?![\p{L}\p{N}])/gu) ?? []
  const words = [...new Set(done.flatMap(({ foreign }, at) => (foreign.length > 0 ? wordsOf(at) : [])))]
  const answers = await runStep(words, first, signal)
  const meanings = words.map((word, at) => [word, readRough(answers[at] ?? '', word, first).text] as const)
  return done.map((line, at) => {
    const own = new Set(wordsOf(at))
    const near = new Map(meanings.filter(([word]) => own.has(word)))
    const begin = fences[at]?.text ?? ''
    return line.foreign.reduce((better, word) => {
      const original = originalOf(word, near)
      // The first word of a sentence may have its capital from there.
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

/** Lines with a doubt, tried in other words and clause by clause; the one with the fewest doubts is taken. */
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

/** A sentence at its commas and colons; each piece keeps its sign. */
const clausesOf = (text: string): string[] => text.split(/(?<=[,;:])\s+/)

async function runStep(lines: readonly string[], { mode }: Step, signal: AbortSignal): Promise<string[]> {
  return inTemporaryFolder(async (folder) => {
    // Files: Apertium can't read the socket that Node gives a child as standard input.
    const input = join(folder, 'in.txt')
    const output = join(folder, 'out.txt')
    await writeFile(input, lines.map(roughLine).join(''))
    await runProgram('apertium', ['-f', 'line', mode, input, output], { signal })
    return (await readFile(output, 'utf8')).split('\n')
  })
}

/** Apertium with the language pairs that are installed, and chains of two of them. */
export const adapter = defineEngine({
  port: 'translate',
  name: 'apertium',
  label: 'Apertium',
  settings: z.object({}),
  async probe() {
    const { pairs, through } = coverageOfModes(await installedModes())
    if (Object.keys(pairs).length)
      return {
        serves: { pairs, through, abilities: ABILITIES },
        detail: VERSION,
      }
    return lacksProgram('apertium', { apt: 'apertium apertium-eng-spa', dnf: 'apertium apertium-eng-spa' })
  },
  open: apertium,
})
