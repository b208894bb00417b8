import { z } from 'zod'
import type { EngineAbilities } from '#core/domain/engines.ts'
import { bcp47, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { defineEngine } from '../ports.ts'
import { accountOf, callService, type Patience, patienceOf, patienceSettings } from '../service.ts'
import type { TranslateRequest } from './engine.ts'

interface ChatSettings {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
  readonly patience: Patience
}

const NAME = 'chat'
/** Times that lines which an answer left out are asked for again. */
const ROUNDS = 3

const versionOf = (model: string): string => `chat-2/${model}`

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** Lines are keyed, so that none is lost, merged or moved; those that an answer leaves out are asked for again. */
async function translateKeyed(config: ChatSettings, request: TranslateRequest): Promise<(string | null)[]> {
  const { texts, onText } = request
  const done: (string | null)[] = texts.map((text) => (text.trim() === '' ? '' : null))
  for (let round = 0; round < ROUNDS; round++) {
    const open = texts.map((text, index) => [String(index), text] as const).filter((_, index) => done[index] === null)
    if (open.length === 0) break
    const answer = await ask(config, Object.fromEntries(open), request)
    for (const [key] of open) {
      const text = answer[key]
      if (typeof text !== 'string' || text.trim() === '') continue
      done[Number(key)] = text.trim()
      onText?.(Number(key), text.trim())
    }
  }
  return done
}

async function ask(
  config: ChatSettings,
  lines: Record<string, string>,
  request: TranslateRequest,
): Promise<Record<string, unknown>> {
  const { choices } = await callService(
    {
      ...{ engine: NAME, url: `${config.url}/chat/completions`, signal: request.signal, ...accountOf(config) },
      body: {
        model: config.model,
        temperature: 0.2,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: instructions(request, Object.keys(lines)) },
          { role: 'user', content: JSON.stringify(lines) },
        ],
      },
    },
    answerSchema,
  )
  const { message, finish_reason } = choices[0] ?? { message: {} }
  if (message.refusal || finish_reason === 'content_filter')
    throw new EngineError('content', NAME, message.refusal || 'the service refuses this text')
  return readObject(message.content ?? '')
}

function instructions({ from, to, context, glossary, maxLengths }: TranslateRequest, keys: readonly string[]): string {
  const bounds = keys.flatMap((key) => {
    const length = maxLengths?.[Number(key)]
    return length === undefined ? [] : [`${key}: ${length}`]
  })
  const parts = [
    `Translate subtitle lines from ${nameOf(from)} to ${nameOf(to)}: from ${bcp47(from)} to ${bcp47(to)}.`,
    'The input is a JSON object of numbered lines. Answer with one JSON object that has exactly the same keys and the',
    'translation of each line as its value. Keep each line by itself, and marks such as ⟦1⟧ as they are; do not explain.',
    context?.summary && `What it is about: ${context.summary}`,
    context?.before.length && `Lines before, only to be read: ${JSON.stringify(context.before)}`,
    context?.after.length && `Lines after, only to be read: ${JSON.stringify(context.after)}`,
    glossary?.length && `Use these terms: ${glossary.map((term) => `${term.from} = ${term.to}`).join('; ')}.`,
    bounds.length && `Most characters of the translation, by line: ${bounds.join(', ')}.`,
  ]
  return parts.filter(Boolean).join('\n')
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** Language models know languages by their names better than by their codes, which tell scripts apart. */
const nameOf = (code: LanguageCode): string => names.of(bcp47(code)) ?? code

/** The JSON object in an answer that may have words or a code fence around it; empty where there is none. */
export function readObject(content: string): Record<string, unknown> {
  const from = content.indexOf('{')
  const to = content.lastIndexOf('}')
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(content.slice(from, to + 1)))
  } catch {
    return {}
  }
}

const everyPair = Object.fromEntries(languageCodes.map((from) => [from, languageCodes.filter((to) => to !== from)]))

const settings = z
  .object({
    OPENAI_URL: serviceAddress,
    OPENAI_KEY: z.string().optional(),
    OPENAI_MODEL: z.string().default('gpt-4o-mini'),
    ...patienceSettings,
  })
  .transform((set) => ({
    url: set.OPENAI_URL ?? '',
    key: set.OPENAI_KEY,
    model: set.OPENAI_MODEL,
    patience: patienceOf(set),
  }))

const abilities: EngineAbilities = {
  maxTexts: 40,
  maxChars: 6000,
  concurrency: 4,
  glossary: true,
  context: true,
  priceUnit: 'token',
}

/** Any service with OpenAI's `/chat/completions` call. `OPENAI_URL` ends before `/chat/…`. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  settings,
  async probe({ url, model }) {
    if (url) return { serves: { pairs: everyPair, abilities }, label: `${model} (network)`, detail: versionOf(model) }
    const missing = 'Translation of every pair by a language model: set OPENAI_URL, OPENAI_KEY and OPENAI_MODEL'
    return { lacks: 'OPENAI_URL', missing, isOptional: true }
  },
  open: (config) => ({
    version: versionOf(config.model),
    translate: (request) => translateKeyed(config, request),
  }),
})
