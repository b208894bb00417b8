import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { FoundVoices } from '#core/speech/voice-turns.ts'
import { defineEngine } from '../ports.ts'

const VERSION = 'bic-2'
/** Three hours need about half of it. */
const MEMORY_MB = 1024

export interface BicQuestion {
  readonly wavPath: string
  readonly speakers: number | undefined
}

/** Diarises by pitch, timbre and pauses; needs no weights and is always available. */
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
    turns: (wavPath, { speakers, signal }) => onThread({ wavPath, speakers }, signal),
  }),
})

/** A thread per sound: an hour of it takes about a minute. */
async function onThread(workerData: BicQuestion, signal: AbortSignal): Promise<FoundVoices> {
  const thread = new Worker(join(import.meta.dirname, 'bic.child.ts'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const [found] = (await once(thread, 'message', { signal })) as [FoundVoices]
    return found
  } finally {
    await thread.terminate()
  }
}
