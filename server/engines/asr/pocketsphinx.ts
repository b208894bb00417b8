import { access } from 'node:fs/promises'
import { z } from 'zod'
import type { Word } from '#core/speech/words.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { runProgram } from '../program.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'

const VERSION = 'pocketsphinx-1'
export const PROGRAM = 'pocketsphinx_continuous'
export const MODEL = '/usr/share/pocketsphinx/model/en-us'

/** Packages to install. */
export const SPHINX_PACKAGES = {
  apt: 'pocketsphinx pocketsphinx-en-us',
  dnf: 'pocketsphinx pocketsphinx-models',
}

/** English words by CMU pocketsphinx: weak on real speech, but available everywhere without downloads. */
const engine: SpeechEngine = {
  version: VERSION,
  async transcribe(wavPath: string, { durationMs, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
    let stdout = ''
    const onStdout = (text: string): void => {
      stdout += text
      const last = readPocketsphinx(text).at(-1)
      if (last) onProgress(Math.min(1, last.end / durationMs))
    }
    await runProgram(
      PROGRAM,
      [
        ...['-infile', wavPath, '-time', 'yes', '-logfn', '/dev/null'],
        ...['-hmm', `${MODEL}/en-us`, '-lm', `${MODEL}/en-us.lm.bin`, '-dict', `${MODEL}/cmudict-en-us.dict`],
      ],
      { signal, onStdout },
    )
    return readPocketsphinx(stdout)
  },
}

const WORD_LINE = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/

/** Words of the `-time yes` output; `our(3)` is a pronunciation of `our`, `<sil>` and `++noise++` are no words. */
export function readPocketsphinx(output: string): Word[] {
  const words: Word[] = []
  for (const line of output.split('\n')) {
    const match = WORD_LINE.exec(line.trim())
    const [, text = ''] = match ?? []
    if (!match || /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/.test(text)) continue
    words.push({
      text: text.replace(/\(\d+\)$/, '').replace(/^i(?=$|')/, 'I'),
      start: Math.round(Number(match[2]) * 1000),
      end: Math.round(Number(match[3]) * 1000),
      confidence: Math.min(1, Number(match[4])),
    })
  }
  return words
}

/** Whether the program and its English model are on this machine. */
export async function hasPocketsphinx(): Promise<boolean> {
  return access(`${MODEL}/en-us.lm.bin`)
    .then(() => runProgram('which', [PROGRAM]))
    .then(
      () => true,
      () => false,
    )
}

/** CMU pocketsphinx with the English model of its package. */
export const adapter = defineEngine({
  port: 'asr',
  name: 'pocketsphinx',
  label: 'PocketSphinx',
  settings: z.object({}),
  async probe() {
    const abilities = { wordTimes: true, priceUnit: 'free', isDraft: true } as const
    if (await hasPocketsphinx()) return { serves: { languages: ['en'], abilities }, detail: VERSION }
    return lacksProgram('pocketsphinx', SPHINX_PACKAGES)
  },
  open: () => engine,
})
