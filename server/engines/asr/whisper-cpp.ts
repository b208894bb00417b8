import { access, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import type { Word } from '#core/speech/words.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { runProgram } from '../program.ts'
import type { SpeechEngine, TranscribeOptions } from './engine.ts'
import { spread } from './whisper-http.ts'

interface WhisperCppAnswer {
  transcription: { text: string; offsets: { from: number; to: number } }[]
}

const versionOf = (modelFile: string): string => `whisper-cpp-1/${basename(modelFile)}`

function whisperCpp(program: string, modelFile: string): SpeechEngine {
  return {
    version: versionOf(modelFile),
    async transcribe(wavPath: string, { language, signal, onProgress }: TranscribeOptions): Promise<Word[]> {
      const out = `${wavPath}.whisper`
      // -ml 1 -sow: one word per segment, so that each has a time.
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

function readWhisperCpp(answer: WhisperCppAnswer): Word[] {
  return answer.transcription.flatMap(({ text, offsets }) => spread(text.trim(), offsets.from, offsets.to))
}

const settings = z
  .object({ WHISPER_CPP: z.string().optional(), WHISPER_CPP_MODEL: z.string().optional() })
  .refine((set) => set.WHISPER_CPP_MODEL === undefined || set.WHISPER_CPP !== undefined, {
    path: ['WHISPER_CPP'],
    error: 'is needed together with WHISPER_CPP_MODEL: the whisper.cpp program',
  })
  .refine((set) => set.WHISPER_CPP === undefined || set.WHISPER_CPP_MODEL !== undefined, {
    path: ['WHISPER_CPP_MODEL'],
    error: 'is needed together with WHISPER_CPP: the path of a model file',
  })
  .transform((set) => ({ program: set.WHISPER_CPP ?? '', modelFile: set.WHISPER_CPP_MODEL ?? '' }))

/** whisper.cpp's program with a local model file. */
export const adapter = defineEngine({
  port: 'asr',
  name: 'whisper.cpp',
  settings,
  async probe({ program, modelFile }) {
    if (!program) return lacksSetting('WHISPER_CPP', ['WHISPER_CPP_MODEL'])
    const isThere = await access(modelFile).then(
      () => true,
      () => false,
    )
    const serves = { languages: languageCodes, abilities: { priceUnit: 'free' } } as const
    if (isThere) return { serves, detail: versionOf(modelFile) }
    const remedy = { key: 'no_file', params: { variable: 'WHISPER_CPP_MODEL', path: modelFile } } as const
    return { lacks: modelFile, remedy, isOptional: false }
  },
  open: ({ program, modelFile }) => whisperCpp(program, modelFile),
})
