import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iso639_2, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { roughLine } from '#core/translate/rough-text.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'

/** Where Debian's packages install the pairs. */
export const MODES = '/usr/share/apertium/modes'

/** Apertium's name of a pair by `from to`; languages outside the product keep its codes. */
export type Modes = ReadonlyMap<string, string>

/** Chinese is in no pair, and a code would not say which script. */
const ours = languageCodes.filter((code) => !code.startsWith('zh'))

/** Apertium has both two-letter and three-letter names. */
function languageOf(name: string): string {
  return ours.find((code) => code === name || iso639_2(code) === name) ?? (name === 'cat' ? 'ca' : name)
}

/** Every installed pair: files such as `eng-spa.mode`; variants (`es-pt_BR`) are left out. */
export async function installedModes(): Promise<Modes> {
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

/** The modes from one language to another: one, or two with a pivot; none if there is no path. */
export function wayOf(modes: Modes, from: LanguageCode, to: LanguageCode): { modes: string[]; through?: string } {
  const direct = modes.get(`${from} ${to}`)
  if (direct) return { modes: [direct] }
  // Languages of the product first: people can read the intermediate text.
  const others = [...modes.keys()].map((pair) => pair.split(' ')[1] ?? '')
  for (const between of [...ours, ...others.sort()]) {
    const [first, second] = [modes.get(`${from} ${between}`), modes.get(`${between} ${to}`)]
    if (first && second) return { modes: [first, second], through: between }
  }
  return { modes: [] }
}

/** Pairs of the product's languages in at most two steps, with their pivots. */
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
    // One-step pairs come first, as dialogs list them first.
    pairs[from]?.sort((a, b) => Number(Boolean(through[from]?.[a])) - Number(Boolean(through[from]?.[b])))
  }
  return { pairs, through }
}

/** Lines through one mode, in Apertium's output format. */
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
