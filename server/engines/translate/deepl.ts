import { z } from 'zod'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { hasMarks, marksToXml, xmlToMarks } from '#core/translate/marks.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { lacksSetting } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { callService, type Patience, patienceOf, patienceSettings } from '../service.ts'
import { inBatches } from './batches.ts'
import type { TranslateRequest } from './engine.ts'

interface DeeplSettings {
  readonly url: string
  readonly key: string
  readonly patience: Patience
}

const NAME = 'deepl'
const VERSION = 'deepl-2'
/** Per request: 50 texts and 128 KiB, of which a character may take four bytes. */
const bounds = { engine: NAME, maxTexts: 50, maxChars: 30_000 }
/** Limit of the context, which is not billed. */
const CONTEXT_CHARS = 2000

const answerSchema = z.object({ translations: z.array(z.object({ text: z.string() })) })

/** Languages with limited support by the service. */
const without: readonly LanguageCode[] = ['hi', 'th', 'vi']
const languages = languageCodes.filter((code) => !without.includes(code))
const pairs = Object.fromEntries(languages.map((from) => [from, languages.filter((to) => mayPair(from, to))]))

/** A source is `ZH` in either script, so the two are no pair. */
function mayPair(from: LanguageCode, to: LanguageCode): boolean {
  return sourceName(from) !== sourceName(to)
}

function sourceName(code: LanguageCode): string {
  return code.startsWith('zh') ? 'ZH' : code.toUpperCase()
}

const targetNames: Partial<Record<LanguageCode, string>> = {
  en: 'EN-US',
  pt: 'PT-PT',
  zh_cn: 'ZH-HANS',
  zh_tw: 'ZH-HANT',
}

async function translate({ url, key, patience }: DeeplSettings, request: TranslateRequest): Promise<(string | null)[]> {
  const { from, to, context, signal } = request
  const around = [context?.summary, ...(context?.before ?? []), ...(context?.after ?? [])].filter(Boolean).join('\n')
  return inBatches(request, bounds, async (text) => {
    // Marks are sent as tags, which it keeps in place; all texts of a request are of one kind.
    const isTagged = text.some(hasMarks)
    const { translations } = await callService(
      {
        ...{ engine: NAME, url: `${url}/v2/translate`, account: key, patience, signal },
        headers: { authorization: `DeepL-Auth-Key ${key}` },
        // 456: the month's characters are used up; retries only cost time.
        faults: { 456: 'quota', 529: 'rate' },
        body: {
          text: isTagged ? text.map(marksToXml) : text,
          source_lang: sourceName(from),
          target_lang: targetNames[to] ?? to.toUpperCase(),
          split_sentences: '0',
          preserve_formatting: true,
          ...(isTagged && { tag_handling: 'xml', outline_detection: false }),
          ...(around && { context: around.slice(0, CONTEXT_CHARS) }),
        },
      },
      answerSchema,
    )
    if (translations.length !== text.length)
      throw new EngineError('transient', NAME, `${translations.length} translations of ${text.length} texts`)
    return translations.map((translation) => (isTagged ? xmlToMarks(translation.text) : translation.text))
  })
}

const settings = z
  .object({ DEEPL_KEY: z.string().optional(), DEEPL_URL: serviceAddress, ...patienceSettings })
  .transform((set) => {
    const key = set.DEEPL_KEY ?? ''
    // Keys of the free plan end so, and use another address.
    const usual = key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
    return { key, url: set.DEEPL_URL ?? usual, patience: patienceOf(set) }
  })

/** Translation by DeepL. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  label: 'DeepL',
  settings,
  async probe({ key }) {
    const abilities = {
      maxTexts: bounds.maxTexts,
      maxChars: bounds.maxChars,
      concurrency: 4,
      context: true,
      marks: true,
      priceUnit: 'character',
    } as const
    if (key) return { serves: { pairs, abilities }, detail: VERSION }
    return lacksSetting('DEEPL_KEY')
  },
  open: (config) => ({ version: VERSION, translate: (request) => translate(config, request) }),
})
