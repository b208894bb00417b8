import { readFile } from 'node:fs/promises'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { runProgram } from '../program.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'
import { spread } from './whisper-http.ts'

interface WhisperCppAnswer {
  transcription: { text: string; offsets: { from: number; to: number } }[]
}

/** whisper.cpp's own program with a model file on this machine. */
export function whisperCpp(program: string, modelFile: string): SpeechEngine {
  return {
    name: 'whisper.cpp',
    version: `whisper-cpp-1/${modelFile.split('/').pop() ?? ''}`,
    languages: languageCodes,
    async transcribe(wavPath: string, { language, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
      const out = `${wavPath}.whisper`
      // -ml 1 -sow: one word a segment, so that each has its own time.
      const args = [
        '-m',
        modelFile,
        '-f',
        wavPath,
        '-l',
        bcp47(language).slice(0, 2),
        '-ml',
        '1',
        '-sow',
        '-oj',
        '-of',
        out,
      ]
      await runProgram(program, args, { signal })
      onProgress(1)
      return readWhisperCpp(JSON.parse(await readFile(`${out}.json`, 'utf8')) as WhisperCppAnswer)
    },
  }
}

export function readWhisperCpp(answer: WhisperCppAnswer): Word[] {
  return answer.transcription.flatMap(({ text, offsets }) => spread(text.trim(), offsets.from, offsets.to))
}
