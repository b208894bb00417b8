import { access } from 'node:fs/promises'
import type { Word } from '#core/speech/words.ts'
import { runProgram } from '../program.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'

const PROGRAM = 'pocketsphinx_continuous'
const MODEL = '/usr/share/pocketsphinx/model/en-us'

/** English words by CMU pocketsphinx: weak on real speech, but everywhere and without weights to fetch. */
export const pocketsphinx: SpeechEngine = {
  name: 'pocketsphinx',
  version: 'pocketsphinx-1',
  languages: ['en'],
  async transcribe(wavPath: string, { durationMs, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
    let stdout = ''
    const onStdout = (text: string): void => {
      stdout += text
      const words = readPocketsphinx(text)
      if (words.length) onProgress(Math.min(1, words[words.length - 1]!.end / durationMs))
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

/** Words of the `-time yes` print-out; `our(3)` is a spelling of `our`, `<sil>` and `++noise++` are no words. */
export function readPocketsphinx(output: string): Word[] {
  const words: Word[] = []
  for (const line of output.split('\n')) {
    const match = WORD_LINE.exec(line.trim())
    if (!match || /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/.test(match[1]!)) continue
    words.push({
      text: match[1]!.replace(/\(\d+\)$/, '').replace(/^i(?=$|')/, 'I'),
      start: Math.round(Number(match[2]) * 1000),
      end: Math.round(Number(match[3]) * 1000),
      confidence: Math.min(1, Number(match[4])),
    })
  }
  return words
}

export async function pocketsphinxPresent(): Promise<boolean> {
  return access(`${MODEL}/en-us.lm.bin`).then(
    () =>
      runProgram('which', [PROGRAM]).then(
        () => true,
        () => false,
      ),
    () => false,
  )
}
