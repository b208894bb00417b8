import { z } from 'zod'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { defineEngine } from '../ports.ts'
import { callService, patienceOf, patienceSettings } from '../service.ts'
import { fill, headersSetting, jsonSetting, priceUnitSetting, valuesAt } from '../template.ts'
import { inBatches } from './batches.ts'
import type { TranslateRequest } from './engine.ts'

const NAME = 'http'
const VERSION = 'http-1'

/** `en-es,fr-en` or `*` for all; targets by source. */
const pairsSetting = z
  .string()
  .default('*')
  .transform((text, context) => {
    const pairs: Record<string, string[]> = {}
    for (const from of languageCodes)
      for (const to of languageCodes)
        if (from !== to && (text === '*' || text.split(',').some((pair) => pair.trim() === `${from}-${to}`)))
          (pairs[from] ??= []).push(to)
    if (Object.keys(pairs).length === 0)
      context.addIssue({ code: 'custom', message: 'must list pairs such as "en-es,zh_cn-en", or be "*"' })
    return pairs
  })

const settings = z
  .object({
    HTTP_TRANSLATE_URL: serviceAddress,
    HTTP_TRANSLATE_BODY: jsonSetting('{"texts":"{{texts}}","from":"{{from}}","to":"{{to}}"}'),
    HTTP_TRANSLATE_HEADERS: headersSetting,
    HTTP_TRANSLATE_PATH: z.string().default('$.texts[*]'),
    HTTP_TRANSLATE_PAIRS: pairsSetting,
    HTTP_TRANSLATE_PRICE_UNIT: priceUnitSetting,
    ...patienceSettings,
  })
  .transform((set) => ({
    url: set.HTTP_TRANSLATE_URL ?? '',
    body: set.HTTP_TRANSLATE_BODY,
    headers: set.HTTP_TRANSLATE_HEADERS,
    path: set.HTTP_TRANSLATE_PATH,
    pairs: set.HTTP_TRANSLATE_PAIRS,
    priceUnit: set.HTTP_TRANSLATE_PRICE_UNIT,
    patience: patienceOf(set),
  }))

type HttpSettings = z.output<typeof settings>

/** Whether a template takes all texts at once, or one per request. */
function takesMany({ body }: HttpSettings): boolean {
  return JSON.stringify(body).includes('{{texts}}')
}

async function translate(config: HttpSettings, request: TranslateRequest): Promise<(string | null)[]> {
  const { url, headers, patience, path } = config
  const bounds = { engine: NAME, maxTexts: takesMany(config) ? 40 : 1, maxChars: 6000 }
  return inBatches(request, bounds, async (texts) => {
    const { from, to, signal } = request
    const body = fill(config.body, { texts, text: texts[0] ?? '', from: bcp47(from), to: bcp47(to) })
    const call = { engine: NAME, url, headers, patience, signal, account: JSON.stringify(headers) }
    const answer = await callService({ ...call, body: z.json().and(z.object({})).parse(body) }, z.unknown())
    const found = valuesAt(answer, path).filter((value) => typeof value === 'string')
    if (found.length !== texts.length)
      throw new EngineError('transient', NAME, `${found.length} texts at ${path} for ${texts.length}`)
    return found
  })
}

/** Translation by any JSON service, described by a template and a path. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  label: 'HTTP',
  settings,
  async probe({ url, pairs, priceUnit }) {
    if (url) return { serves: { pairs, abilities: { priceUnit } }, label: new URL(url).hostname, detail: VERSION }
    const names = 'HTTP_TRANSLATE_URL, HTTP_TRANSLATE_BODY, HTTP_TRANSLATE_PATH'
    return { lacks: 'HTTP_TRANSLATE_URL', remedy: { key: 'set_other_service', params: { names } }, isOptional: true }
  },
  open: (config) => ({ version: VERSION, translate: (request) => translate(config, request) }),
})
