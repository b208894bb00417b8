import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iso639_2, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { roughLine } from '#core/translate/rough-text.ts'
import { ProgramFailed, ProgramMissing, runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'

const MODES = '/usr/share/apertium/modes'

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

/** Three sentences of each language, with words that have several readings: taggers fail on those. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The house is big.|I saw him again yesterday.|What do you want?',
  es: 'La casa es grande.|Lo vi otra vez ayer.|¿Qué quieres?',
  fr: 'La maison est grande.|Je l’ai vu encore hier.|Que veux-tu ?',
  it: 'La casa è grande.|L’ho visto di nuovo ieri.|Che cosa vuoi?',
  pt: 'A casa é grande.|Eu vi o homem outra vez ontem.|O que você quer?',
  ro: 'Casa este mare.|L-am văzut din nou ieri.|Ce vrei?',
  ca: 'La casa és gran.|El vaig veure ahir.|Què vols?',
  ru: 'Дом большой.|Я видел его еще раз вчера.|Что ты хочешь?',
  uk: 'Дім великий.|Я бачив його ще раз учора.|Що ти хочеш?',
}
/** Long enough for a machine that is busy with films: a mode that translates is never taken for a broken one. */
const PROOF_MS = 90_000

/** The modes of this machine that translate, and the names of those that do not, such as `rus-ukr`. */
export interface ProvedModes {
  readonly usable: Modes
  readonly broken: readonly string[]
}

let proved: Promise<ProvedModes> | undefined

/** Tries each pair once in the life of a process. */
export function provedModes(): Promise<ProvedModes> {
  return (proved ??= proveModes())
}

/** The pairs of this machine that translate. */
export async function usableModes(): Promise<Modes> {
  return (await provedModes()).usable
}

async function proveModes(): Promise<ProvedModes> {
  const installed = await installedModes()
  const results: { readonly pair: string; readonly mode: string; readonly works: boolean }[] = []
  for (const [pair, mode] of installed)
    results.push({ pair, mode, works: await translates(mode, pair.split(' ')[0] ?? '') })
  return {
    usable: new Map(results.flatMap(({ pair, mode, works }) => (works ? [[pair, mode] as const] : []))),
    broken: results.flatMap(({ mode, works }) => (works ? [] : [mode])),
  }
}

/** Whether every sentence comes back with words in it. Pairs of a language without sentences here are taken as they are. */
async function translates(mode: string, from: string): Promise<boolean> {
  const sentences = SENTENCES[from]?.split('|')
  if (!sentences) return true
  try {
    const lines = await runMode(mode, sentences, AbortSignal.timeout(PROOF_MS), 'short')
    return sentences.every((_, at) => /\p{L}/u.test(lines[at] ?? ''))
  } catch (error) {
    if (error instanceof ProgramFailed || error instanceof ProgramMissing || isTimeout(error)) return false
    throw error
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Lines through one mode, as Apertium writes them. */
export async function runMode(
  mode: string,
  lines: readonly string[],
  signal: AbortSignal,
  gate: 'short' | 'long' = 'long',
): Promise<string[]> {
  return inTemporaryFolder(async (folder) => {
    // Files: Apertium can't read the socket that Node gives a child as standard input.
    const input = join(folder, 'in.txt')
    const output = join(folder, 'out.txt')
    await writeFile(input, lines.map(roughLine).join(''))
    await runProgram('apertium', ['-f', 'line', mode, input, output], { signal, gate })
    return (await readFile(output, 'utf8')).split('\n')
  })
}
