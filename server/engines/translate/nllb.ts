import { z } from 'zod'
import { languageCodes } from '#core/domain/languages.ts'
import { EngineError } from '../engine-error.ts'
import { nllbCodes } from '../models/catalogue.ts'
import { modelHere, modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { lacksModel } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { inBatches } from './batches.ts'

const NAME = 'nllb'
const VERSION = 'nllb-1'

const answerSchema = z.array(z.object({ translation_text: z.string() })).min(1)

const pairs = Object.fromEntries(languageCodes.map((from) => [from, languageCodes.filter((to) => to !== from)]))

/** NLLB with weights of the models folder: every pair. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  label: 'NLLB-200',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const entry = await modelHere(MODELS_DIR, 'nllb-')
    const abilities = { concurrency: 1, priceUnit: 'free', isDraft: true } as const
    if (entry) return { serves: { pairs, abilities }, label: entry.label, detail: entry.name }
    return lacksModel('nllb-600m')
  },
  open: ({ MODELS_DIR: folder }, { detail }) => ({
    version: `${VERSION}/${detail}`,
    translate: async (request) => {
      const model = (await modelHere(folder, detail))?.files[0]?.repository
      if (!model) throw new EngineError('transient', NAME, `the files of ${detail} are gone`)
      const [from, to] = [nllbCodes[request.from], nllbCodes[request.to]]
      return inBatches(request, { engine: NAME, maxTexts: 1, maxChars: Infinity }, async ([text = '']) => {
        const answer = await inferByModel(NAME, 'translateText', { folder, model, text, from, to }, request.signal)
        const parsed = answerSchema.safeParse(answer)
        if (!parsed.success) throw new EngineError('transient', NAME, 'an answer that cannot be read')
        return parsed.data.map(({ translation_text }) => translation_text)
      })
    },
  }),
})
