import { z } from 'zod'
import { EngineError } from '../engine-error.ts'
import { modelHere, modelPath, modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'

const NAME = 'sherpa'
const VERSION = 'sherpa-embed-1'

/** Voice embeddings by a model of the models folder. */
export const adapter = defineEngine({
  port: 'embed',
  name: NAME,
  label: 'CAM++',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, 'speakers')
    if (entry) return { serves: { abilities: { priceUnit: 'free' } }, label: entry.label, detail: entry.name }
    return lacksModel('speakers')
  },
  open: ({ MODELS_DIR: folder }) => ({
    version: VERSION,
    async embed(sound, { signal }) {
      const file = (await modelHere(folder, 'speakers'))?.files[1]
      if (!file) throw new EngineError('transient', NAME, 'its files are gone')
      const samples = Float32Array.from(sound, (sample) => sample / 32_768)
      const input = { folder, embedding: modelPath(folder, file), samples }
      return inferByModel(NAME, 'voiceNumbers', input, signal)
    },
  }),
})
