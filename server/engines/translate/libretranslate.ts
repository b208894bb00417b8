import { z } from 'zod'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { callService, type Patience, patienceOf, patienceSettings } from '../service.ts'
import { inBatches } from './batches.ts'
import type { TranslateRequest } from './engine.ts'

interface LibreSettings {
  readonly url: string
  readonly key: string | undefined
  readonly patience: Patience
}

const NAME = 'libretranslate'
const VERSION = 'libretranslate-1'
const bounds = { engine: NAME, maxTexts: 40, maxChars: 5000 }

const listSchema = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }))
const answerSchema = z.object({ translatedText: z.array(z.string()) })

/** Its codes of the two Chinese scripts have changed; many installations have the older ones. */
const names: Partial<Record<LanguageCode, readonly string[]>> = {
  zh_cn: ['zh-Hans', 'zh'],
  zh_tw: ['zh-Hant', 'zt'],
  pt: ['pt', 'pt-BR'],
}

const namesOf = (code: LanguageCode): readonly string[] => names[code] ?? [code]

type Listed = z.output<typeof listSchema>

async function listed({ url, patience }: LibreSettings): Promise<Listed> {
  const signal = AbortSignal.timeout(10_000)
  return callService({ engine: NAME, url: `${url}/languages`, method: 'GET', signal, patience }, listSchema)
}

/** The product's pairs that an installation lists. */
function pairsOf(list: Listed): Record<string, LanguageCode[]> {
  const pairs: Record<string, LanguageCode[]> = {}
  for (const from of languageCodes) {
    const row = list.find(({ code }) => namesOf(from).includes(code))
    const targets = languageCodes.filter((to) => to !== from && namesOf(to).some((name) => row?.targets.includes(name)))
    if (targets.length) pairs[from] = targets
  }
  return pairs
}

async function translate(
  config: LibreSettings,
  codes: readonly string[],
  request: TranslateRequest,
): Promise<(string | null)[]> {
  const { url, key, patience } = config
  const nameOf = (code: LanguageCode): string => namesOf(code).find((name) => codes.includes(name)) ?? code
  return inBatches(request, bounds, async (q) => {
    const { translatedText } = await callService(
      {
        ...{ engine: NAME, url: `${url}/translate`, account: key ?? '', patience, signal: request.signal },
        body: {
          ...{ q, source: nameOf(request.from), target: nameOf(request.to), format: 'text' },
          ...(key && { api_key: key }),
        },
      },
      answerSchema,
    )
    if (translatedText.length !== q.length)
      throw new EngineError('transient', NAME, `${translatedText.length} translations of ${q.length} texts`)
    return translatedText
  })
}

const settings = z
  .object({ LIBRETRANSLATE_URL: serviceAddress, LIBRETRANSLATE_KEY: z.string().optional(), ...patienceSettings })
  .transform((set) => ({ url: set.LIBRETRANSLATE_URL ?? '', key: set.LIBRETRANSLATE_KEY, patience: patienceOf(set) }))

/** Translation by a LibreTranslate installation, in the pairs that it lists at the start. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  label: 'LibreTranslate',
  settings,
  async probe(config) {
    if (!config.url) return lacksSetting('LIBRETRANSLATE_URL', [], ['LIBRETRANSLATE_KEY'])
    const list = await listed({ ...config, patience: { ...config.patience, attempts: 1 } }).catch(() => undefined)
    const pairs = list && pairsOf(list)
    if (pairs && Object.keys(pairs).length) {
      const abilities = {
        maxTexts: bounds.maxTexts,
        maxChars: bounds.maxChars,
        concurrency: 2,
        priceUnit: 'free',
      } as const
      return { serves: { pairs, abilities }, detail: VERSION }
    }
    const remedy = { key: 'no_languages', params: { variable: 'LIBRETRANSLATE_URL', url: config.url } } as const
    return { lacks: config.url, remedy, isOptional: false }
  },
  open: (config, { serves }) => {
    const known = Object.keys(serves.pairs ?? {}).length > 0 ? listed(config).catch((): Listed => []) : undefined
    return {
      version: VERSION,
      translate: async (request) =>
        translate(
          config,
          ((await known) ?? []).map(({ code }) => code),
          request,
        ),
    }
  },
})
