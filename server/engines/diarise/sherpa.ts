import { z } from 'zod'
import { EngineError } from '../engine-error.ts'
import { modelHere, modelPath, modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import type { SpeakerTurn } from './engine.ts'

const NAME = 'sherpa'
const VERSION = 'sherpa-diarise-1'

/** Turns in milliseconds; speakers are numbered by their first words. */
export function turnsOf(found: readonly { start: number; end: number; speaker: number }[]): SpeakerTurn[] {
  const numbers = new Map<number, number>()
  return [...found]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, speaker }) => {
      if (!numbers.has(speaker)) numbers.set(speaker, numbers.size)
      const number = numbers.get(speaker) ?? 0
      return { start: Math.round(start * 1000), end: Math.round(end * 1000), speaker: number }
    })
}

/** Diarises by pyannote's segmentation and a voice embedding, with weights of the models folder. */
export const adapter = defineEngine({
  port: 'diarise',
  name: NAME,
  label: 'pyannote, CAM++',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, 'speakers')
    const abilities = { maxSeconds: 7200, concurrency: 1, priceUnit: 'free' } as const
    if (entry) return { serves: { abilities }, label: entry.label, detail: entry.name }
    return lacksModel('speakers')
  },
  open: ({ MODELS_DIR: folder }) => ({
    version: VERSION,
    async turns(wavPath, { speakers = -1, signal }) {
      const files = (await modelHere(folder, 'speakers'))?.files ?? []
      const [segmentation, embedding] = files.map((file) => modelPath(folder, file))
      if (!segmentation || !embedding) throw new EngineError('transient', NAME, 'its files are gone')
      const input = { folder, segmentation, embedding, wavPath, speakers }
      return { turns: turnsOf(await inferByModel(NAME, 'speakerTurns', input, signal)) }
    },
  }),
})
