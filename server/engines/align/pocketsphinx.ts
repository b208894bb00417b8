import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { arpabetOf } from '#core/speech/arpabet.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { hasPocketsphinx, MODEL, PROGRAM, SPHINX_PACKAGES } from '../asr/pocketsphinx.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { AlignEngine } from './engine.ts'

const VERSION = 'pocketsphinx-align-1'
/**
 * The default beam loses the only path through the words; a wider one of 1e-100 finds the same in three times the time.
 */
const BEAM = '1e-40'

/** Words with their pronunciations in the model's dictionary. */
type Pronunciations = ReadonlyMap<string, readonly string[]>

let dictionary: Promise<Pronunciations> | undefined

async function readDictionary(): Promise<Pronunciations> {
  const said = new Map<string, string[]>()
  for (const line of (await readFile(`${MODEL}/cmudict-en-us.dict`, 'utf8')).split('\n')) {
    const [entry = '', ...phonemes] = line.trim().split(/\s+/)
    const word = entry.replace(/\(\d+\)$/, '')
    const ways = said.get(word)
    if (ways) ways.push(phonemes.join(' '))
    else if (word !== '') said.set(word, [phonemes.join(' ')])
  }
  return said
}

/** A word's pronunciations; by eSpeak NG for numbers and names that the dictionary lacks. Empty for punctuation. */
async function waysToSay(word: string, signal: AbortSignal): Promise<readonly string[]> {
  dictionary ??= readDictionary()
  const plain = word.toLowerCase().replaceAll('’', "'")
  const letters = plain.replaceAll(/[^a-z']/g, '')
  const known = /[^a-z'\p{P}\p{S}]/u.test(plain) ? undefined : (await dictionary).get(letters)
  if (known) return known
  const spoken = plain.replaceAll(/[^\p{L}\p{N}'.,% ]/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(spoken)) return []
  const { stdout } = await runProgram('espeak-ng', ['-q', '-x', '--sep=_', '-v', 'en-us', '--', spoken], { signal })
  const way = arpabetOf(stdout)
  return way === '' ? [] : [way]
}

/** Word times in the output of a grammar with words `w0`, `w1` …; undefined if one is missing. */
export function readAlignment(output: string, count: number): Map<number, TimeRange> | undefined {
  const times = new Map<number, TimeRange>()
  for (const [, at, start, end] of output.matchAll(/^w(\d+)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \S+$/gm))
    times.set(Number(at), { start: Math.round(Number(start) * 1000), end: Math.round(Number(end) * 1000) })
  return times.size === count ? times : undefined
}

const engine: AlignEngine = {
  version: VERSION,
  async align(wavPath, words, { signal }) {
    const ways: (readonly string[])[] = []
    for (const word of words) ways.push(await waysToSay(word, signal))
    // Each word has a unique name: a grammar would merge repeated words.
    const spoken = ways.flatMap((said, at) => (said.length > 0 ? [at] : []))
    if (spoken.length === 0) return undefined
    const entries = spoken.flatMap((at) =>
      (ways[at] ?? []).map((way, index) => `w${at}${index === 0 ? '' : `(${index + 1})`} ${way}`),
    )
    const grammar = `#JSGF V1.0;\ngrammar words;\npublic <all> = ${spoken.map((at) => `w${at}`).join(' ')};\n`
    const stdout = await inTemporaryFolder(async (folder) => {
      const [dict, jsgf] = [join(folder, 'words.dict'), join(folder, 'words.gram')]
      await writeFile(dict, `${entries.join('\n')}\n`)
      await writeFile(jsgf, grammar)
      const sound = ['-infile', wavPath, '-time', 'yes', '-remove_silence', 'no', '-logfn', '/dev/null']
      const model = ['-hmm', `${MODEL}/en-us`, '-dict', dict, '-jsgf', jsgf]
      const beams = ['-beam', BEAM, '-wbeam', BEAM, '-pbeam', BEAM]
      return (await runProgram(PROGRAM, [...sound, ...model, ...beams], { signal })).stdout
    })
    const times = readAlignment(stdout, spoken.length)
    return times && words.map((_, at) => times.get(at) ?? momentAt(times, at))
  },
}

/** Punctuation gets the end of the word before it. */
function momentAt(times: ReadonlyMap<number, TimeRange>, at: number): TimeRange {
  for (let before = at - 1; before >= 0; before--) {
    const word = times.get(before)
    if (word) return { start: word.end, end: word.end }
  }
  const [first] = times.values()
  return { start: first?.start ?? 0, end: first?.start ?? 0 }
}

/** English words by CMU pocketsphinx with a grammar of exactly these words. */
export const adapter = defineEngine({
  port: 'align',
  name: 'pocketsphinx',
  label: 'PocketSphinx',
  settings: z.object({}),
  async probe() {
    if (!(await hasPocketsphinx())) return lacksProgram('pocketsphinx', SPHINX_PACKAGES)
    return { serves: { languages: ['en'], abilities: { maxSeconds: 30, priceUnit: 'free' } }, detail: VERSION }
  },
  open: () => engine,
})
