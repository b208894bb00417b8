import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageCode } from '#core/domain/languages.ts'
import { runProgram } from '../program.ts'
import type { TranslateEngine, TranslateOptions } from './engine.ts'

const MODES = '/usr/share/apertium/modes'

/** Apertium's names of the product's languages; it has no pair for the others. */
const names: Partial<Record<LanguageCode, string>> = {
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  uk: 'ukr',
}

/** Every pair whose data is on this machine; undefined where Apertium is not. */
export async function findApertium(): Promise<TranslateEngine | undefined> {
  const modes = await readdir(MODES).catch((): string[] => [])
  const pairs: Partial<Record<LanguageCode, LanguageCode[]>> = {}
  for (const [from, fromName] of codes()) {
    const targets = codes()
      .filter(([, toName]) => modes.includes(`${fromName}-${toName}.mode`))
      .map(([to]) => to)
    if (targets.length) pairs[from] = targets
  }
  if (Object.keys(pairs).length === 0) return undefined
  return { name: 'apertium', version: 'apertium-1', pairs, translate: translateLines }
}

function codes(): [LanguageCode, string][] {
  return Object.entries(names) as [LanguageCode, string][]
}

async function translateLines(lines: readonly string[], { from, to, signal }: TranslateOptions): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-apertium-'))
  try {
    // Files: Apertium can't read the socket that Node gives a child as standard input.
    const input = join(folder, 'in.txt')
    const output = join(folder, 'out.txt')
    await writeFile(input, lines.map(prepareLine).join('\n') + '\n')
    await runProgram('apertium', ['-u', '-f', 'line', `${names[from]!}-${names[to]!}`, input, output], { signal })
    const translated = (await readFile(output, 'utf8')).split('\n')
    return lines.map((line, index) => (line.trim() === '' ? '' : tidyLine(translated[index] ?? '')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function prepareLine(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}

/** It writes blanks before punctuation and doubles others. */
function tidyLine(line: string): string {
  return line
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
