import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { iso639_2, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { TranslateEngine, TranslateRequest } from './engine.ts'

const MODES = '/usr/share/apertium/modes'

const VERSION = 'apertium-3'

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
    async translate({ texts, from, to, signal }: TranslateRequest): Promise<(string | null)[]> {
      const way = wayOf(await installedModes(), from, to)
      let lines: string[] = texts.map((text) => text.replace(/\s+/g, ' ').trim())
      for (const [at, mode] of way.modes.entries())
        lines = await translateLines(lines, { mode, to: at === way.modes.length - 1 ? to : undefined, signal })
      return texts.map((text, index) => (text.trim() === '' ? '' : (way.modes.length && lines[index]) || null))
    },
  }
}

interface Mode {
  readonly mode: string
  /** The language that comes out, where it is the last step. */
  readonly to: LanguageCode | undefined
  readonly signal: AbortSignal
}

async function translateLines(lines: readonly string[], { mode, to, signal }: Mode): Promise<string[]> {
  return inTemporaryFolder(async (folder) => {
    // Files: Apertium can't read the socket that Node gives a child as standard input.
    const input = join(folder, 'in.txt')
    const output = join(folder, 'out.txt')
    // Without a full stop it takes two lines for one sentence, and moves words from one to the other.
    await writeFile(input, lines.map((line) => `${line} .\n`).join(''))
    await runProgram('apertium', ['-u', '-f', 'line', mode, input, output], { signal })
    const translated = (await readFile(output, 'utf8')).split('\n')
    return lines.map((line, index) => tidyLine(translated[index] ?? '', line, to))
  })
}

const END = /[.!?…]+["'”’»)]*$/

/** It writes blanks before punctuation and behind brackets, doubles others, loses full stops and capitals. */
function tidyLine(line: string, source: string, to: LanguageCode | undefined): string {
  const tidy = line
    .replace(/\s+\.\s*$/, '')
    .replace(/\s+([,.;:!?)\]])/g, '$1')
    .replace(/([([¿¡]|(?<!\S)["“«])\s+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (tidy === '') return ''
  const [end = ''] = END.exec(source) ?? []
  const whole = end !== '' && !END.test(tidy) ? tidy + end : tidy
  const begun = /^[^\p{L}]*\p{Lu}/u.test(source) ? whole.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : whole
  return to === 'es' ? withOpeningMark(begun) : begun
}

/** Spanish opens what it closes. */
function withOpeningMark(line: string): string {
  const mark = /\?["'”’»)]*$/.test(line) ? '¿' : /!["'”’»)]*$/.test(line) ? '¡' : ''
  return mark === '' || line.includes(mark) ? line : line.replace(/[\p{L}\p{N}]/u, (letter) => mark + letter)
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
        serves: { pairs, through, abilities: { priceUnit: 'free', isDraft: true, isQuick: true } },
        detail: VERSION,
      }
    return lacksProgram('apertium', { apt: 'apertium apertium-eng-spa', dnf: 'apertium apertium-eng-spa' })
  },
  open: apertium,
})
