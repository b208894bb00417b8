import { z } from 'zod'
import type { EngineAbilities } from '#core/domain/engines.ts'
import { bcp47, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { readKeyed } from '#core/translate/answers.ts'
import { termsIn } from '#core/translate/glossary.ts'
import { withoutMarks } from '#core/translate/marks.ts'
import { isShifted } from '#core/translate/verify.ts'
import { serviceAddress } from '../../settings.ts'
import { EngineError } from '../engine-error.ts'
import { defineEngine } from '../ports.ts'
import { accountOf, callService, type Patience, patienceOf, patienceSettings } from '../service.ts'
import type { TranslateEngine, TranslateRequest } from './engine.ts'
import { askInHalves } from './halving.ts'

interface ChatSettings {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
  readonly patience: Patience
}

const NAME = 'chat'

const versionOf = (model: string): string => `chat-3/${model}`

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

/** Ways to request an answer's shape, the strictest first: support differs by service and model. */
const shapes = ['json_schema', 'json_object', 'plain'] as const
type Shape = (typeof shapes)[number]

const ABOUT_SHAPE = /response_format|json_schema|json_object|json mode|structured output|grammar/i
const ABOUT_TEMPERATURE = /temperature/i

/** A service with a model, and the options that it accepted. */
class ChatModel implements TranslateEngine {
  readonly version: string
  private readonly config: ChatSettings
  private shape: Shape = 'json_schema'
  /** Whether it has answered in this shape. */
  private isSure = false
  private takesTemperature = true

  constructor(config: ChatSettings) {
    this.config = config
    this.version = versionOf(config.model)
  }

  /** Lines have keys, so that none is lost, merged or moved; missing ones are requested again. */
  async translate(request: TranslateRequest): Promise<(string | null)[]> {
    const { texts, onText } = request
    const done: (string | null)[] = texts.map((text) => (text.trim() === '' ? '' : null))
    const open = texts.flatMap((_, index) => (done[index] === null ? [index] : []))
    await askInHalves(NAME, open, async (some) => {
      const keys = some.map(String)
      const found = readKeyed(await this.ask(request, keys), keys)
      const kept = some.filter((index) => found.has(String(index)))
      const answered = kept.map((index) => found.get(String(index)) ?? '')
      const sources = kept.map((index) => withoutMarks(texts[index] ?? ''))
      if (isShifted(sources, answered.map(withoutMarks))) return some
      kept.forEach((index, at) => {
        done[index] = answered[at] ?? null
        onText?.(index, answered[at] ?? '')
      })
      return some.filter((index) => done[index] === null)
    })
    return done
  }

  /** The model's answer; on a rejected option the request is simplified. */
  private async ask(request: TranslateRequest, keys: readonly string[]): Promise<string> {
    const first = this.shape
    for (;;) {
      try {
        const content = await this.askOnce(request, keys)
        this.isSure = true
        return content
      } catch (error) {
        if (!(error instanceof EngineError) || error.fault !== 'input') throw error
        if (!this.yieldTo(error)) {
          // Refused in every shape: the lines are the cause.
          if (!this.isSure) this.shape = first
          throw error
        }
      }
    }
  }

  /** Switches to the next option; false if none is left. */
  private yieldTo({ message }: EngineError): boolean {
    if (this.takesTemperature && ABOUT_TEMPERATURE.test(message)) {
      this.takesTemperature = false
      return true
    }
    const next = shapes[shapes.indexOf(this.shape) + 1]
    if (!next || (this.isSure && !ABOUT_SHAPE.test(message))) return false
    this.shape = next
    this.isSure = false
    return true
  }

  private async askOnce(request: TranslateRequest, keys: readonly string[]): Promise<string> {
    const { url, model } = this.config
    const lines = Object.fromEntries(keys.map((key) => [key, request.texts[Number(key)]]))
    const { choices } = await callService(
      {
        ...{ engine: NAME, url: `${url}/chat/completions`, signal: request.signal, ...accountOf(this.config) },
        body: {
          model,
          ...(this.takesTemperature && { temperature: 0.2 }),
          ...(this.shape !== 'plain' && { response_format: formatOf(this.shape, keys) }),
          messages: [
            { role: 'system', content: instructions(request, keys) },
            { role: 'user', content: JSON.stringify(lines) },
          ],
        },
      },
      answerSchema,
    )
    const { message, finish_reason } = choices[0] ?? { message: {} }
    if (message.refusal || finish_reason === 'content_filter')
      throw new EngineError('content', NAME, message.refusal || 'the service refuses this text')
    return message.content ?? ''
  }
}

function formatOf(shape: Exclude<Shape, 'plain'>, keys: readonly string[]): object {
  if (shape === 'json_object') return { type: shape }
  const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string' }]))
  const schema = { type: 'object', properties, required: keys, additionalProperties: false }
  return { type: shape, json_schema: { name: 'lines', strict: true, schema } }
}

function instructions(request: TranslateRequest, keys: readonly string[]): string {
  const { texts, from, to, context, glossary, maxLengths, drafts } = request
  const own = keys.map((key) => texts[Number(key)] ?? '')
  const bounds = keys.flatMap((key) => {
    const length = maxLengths?.[Number(key)]
    return length === undefined ? [] : [`${key}: ${length}`]
  })
  const long = Object.fromEntries(
    keys.flatMap((key) => (drafts?.[Number(key)] === undefined ? [] : [[key, drafts[Number(key)]]])),
  )
  const terms = termsIn(own, glossary ?? [])
  const parts = [
    `Translate subtitle lines from ${nameOf(from)} to ${nameOf(to)}: from ${bcp47(from)} to ${bcp47(to)}.`,
    'The input is a JSON object of numbered lines. Answer with one JSON object that has exactly the same keys and the',
    'translation of each line as its value. Translate each line by itself: never merge, move or leave out a line, and do',
    'not explain. Write as people speak, and keep names and numbers.',
    own.some((text) => text.includes('⟦')) &&
      'Keep all marks in ⟦ ⟧: ⟦|⟧ parts what is said at different times, so words before it stay before it where the' +
        ' language allows, and there are words on both sides; ⟦1⟧ and ⟦/1⟧ stand around the same words as in the input.',
    context?.summary && `What it is about: ${context.summary}`,
    context?.before.length && `Lines before, only to be read: ${JSON.stringify(context.before)}`,
    context?.after.length && `Lines after, only to be read: ${JSON.stringify(context.after)}`,
    terms.length && `Use these terms: ${terms.map((term) => `${term.from} = ${term.to}`).join('; ')}.`,
    bounds.length && `Most characters of the translation, by line: ${bounds.join(', ')}.`,
    Object.keys(long).length && `These translations were too long, say it in fewer words: ${JSON.stringify(long)}`,
  ]
  return parts.filter(Boolean).join('\n')
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** Language models know languages better by name than by code; codes distinguish scripts. */
const nameOf = (code: LanguageCode): string => names.of(bcp47(code)) ?? code

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
  maxTexts: 20,
  maxChars: 1500,
  concurrency: 4,
  glossary: true,
  context: true,
  marks: true,
  lengths: true,
  priceUnit: 'token',
}

/** Any service with OpenAI's `/chat/completions` call. `OPENAI_URL` ends before `/chat/…`. */
export const adapter = defineEngine({
  port: 'translate',
  name: NAME,
  label: 'OpenAI API',
  settings,
  async probe({ url, model }) {
    if (url) return { serves: { pairs: everyPair, abilities }, label: `${model} (API)`, detail: versionOf(model) }
    const names = 'OPENAI_URL, OPENAI_KEY, OPENAI_MODEL'
    return { lacks: 'OPENAI_URL', remedy: { key: 'set_language_model', params: { names } }, isOptional: true }
  },
  open: (config) => new ChatModel(config),
})
