import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { defineEngine, installPackages } from '../ports.ts'
import { runProgram } from '../program.ts'
import type { TranslateOptions } from './engine.ts'

const MODES = '/usr/share/apertium/modes'

const VERSION = 'apertium-1'

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

/** Every pair whose data is on this machine: targets by source. */
async function installedPairs(): Promise<Record<string, LanguageCode[]>> {
  const modes = new Set(await readdir(MODES).catch((): string[] => []))
  const codes = Object.keys(names).filter(isLanguageCode)
  const pairs: Record<string, LanguageCode[]> = {}
  for (const from of codes) {
    const targets = codes.filter((to) => modes.has(`${names[from]}-${names[to]}.mode`))
    if (targets.length) pairs[from] = targets
  }
  return pairs
}

async function translateLines(lines: readonly string[], { from, to, signal }: TranslateOptions): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-apertium-'))
  try {
    // Files: Apertium can't read the socket that Node gives a child as standard input.
    const input = join(folder, 'in.txt')
    const output = join(folder, 'out.txt')
    await writeFile(input, lines.map(prepareLine).join('\n') + '\n')
    await runProgram('apertium', ['-u', '-f', 'line', `${names[from]}-${names[to]}`, input, output], { signal })
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

/** Apertium with the language pairs that are installed. */
export const adapter = defineEngine({
  port: 'translate',
  name: 'apertium',
  settings: z.object({}),
  async probe() {
    const pairs = await installedPairs()
    if (Object.keys(pairs).length) return { serves: { pairs }, detail: VERSION }
    const missing = installPackages({ apt: 'apertium apertium-eng-spa', dnf: 'apertium apertium-eng-spa' })
    return { lacks: 'apertium', missing, isOptional: false }
  },
  open: () => ({ version: VERSION, translate: translateLines }),
})
