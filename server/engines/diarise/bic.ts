import { z } from 'zod'
import { voiceTurns } from '#core/speech/voice-turns.ts'
import { defineEngine } from '../ports.ts'
import { voiceFrames } from './voice-frames.ts'

const VERSION = 'bic-1'

/** Who speaks when, by pitch, timbre and pauses: needs no weights, and is always here. */
export const adapter = defineEngine({
  port: 'diarise',
  name: 'bic',
  label: 'BIC',
  settings: z.object({}),
  async probe() {
    const abilities = { maxSeconds: 10_800, concurrency: 1, priceUnit: 'free', isDraft: true } as const
    return Promise.resolve({ serves: { abilities }, detail: VERSION })
  },
  open: () => ({
    version: VERSION,
    async turns(wavPath, { speakers, signal }) {
      return voiceTurns(await voiceFrames(wavPath, signal), { speakers })
    },
  }),
})
