import { z } from 'zod'
import { speechSpans } from '#core/speech/activity.ts'
import { SILERO_WINDOW, SILERO_WINDOW_MS, type SileroMemory } from '#core/speech/silero.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { sileroPath } from '../browser-models.ts'
import { infer } from '../inference/host.ts'
import { runtimeVersion } from '../inference/runtime.ts'
import { lacksRuntime } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import type { ActivityEngine } from './engine.ts'

const NAME = 'silero'
const VERSION = 'silero-v6-1'
/** Windows per call of the model's process: some 30 s. */
const BATCH = 960

function silero(path: string): ActivityEngine {
  return {
    version: VERSION,
    async speech(pieces, { signal }): Promise<TimeRange[]> {
      const chances: number[] = []
      let memory: SileroMemory | undefined
      for await (const samples of batchesOf(pieces)) {
        const heard = await infer(NAME, 'speechChances', { path, samples, memory }, signal)
        for (const chance of heard.chances) chances.push(chance)
        memory = heard.memory
      }
      return speechSpans(chances, SILERO_WINDOW_MS)
    },
  }
}

/** The sound in whole windows, from -1 to 1; the rest is padded with silence. */
async function* batchesOf(pieces: Iterable<Int16Array> | AsyncIterable<Int16Array>): AsyncGenerator<Float32Array> {
  let batch = new Float32Array(BATCH * SILERO_WINDOW)
  let filled = 0
  for await (const piece of pieces) {
    for (const sample of piece) {
      batch[filled++] = sample / 32_768
      if (filled < batch.length) continue
      yield batch
      batch = new Float32Array(BATCH * SILERO_WINDOW)
      filled = 0
    }
  }
  if (filled > 0) yield batch.slice(0, Math.ceil(filled / SILERO_WINDOW) * SILERO_WINDOW)
}

/** Finds speech by Silero's model. */
export const adapter = defineEngine({
  port: 'vad',
  name: NAME,
  label: 'Silero',
  settings: z.object({}),
  async probe() {
    const runtime = sileroPath() ? await runtimeVersion() : ''
    if (runtime)
      return {
        serves: { abilities: { priceUnit: 'free', concurrency: 1 } },
        detail: `${VERSION}, onnxruntime ${runtime}`,
      }
    return lacksRuntime
  },
  open: () => silero(sileroPath() ?? ''),
})
