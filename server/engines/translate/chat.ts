import { z } from 'zod'
import { bcp47, languageCodes } from '#core/domain/languages.ts'
import { serviceAddress } from '../../settings.ts'
import { defineEngine } from '../ports.ts'
import { callService } from '../service.ts'
import type { TranslateOptions } from './engine.ts'

interface ChatSettings {
  readonly url: string
  readonly key: string | undefined
  readonly model: string
}

interface ChatAnswer {
  choices: { message: { content: string } }[]
}

const ROUNDS = 3

const versionOf = (model: string): string => `chat-1/${model}`

async function translateKeyed(
  config: ChatSettings,
  lines: readonly string[],
  options: TranslateOptions,
): Promise<string[]> {
  const done = new Map<number, string>()
  lines.forEach((line, index) => line.trim() === '' && done.set(index, ''))
  for (let round = 0; round < ROUNDS && done.size < lines.length; round++) {
    const open = lines.map((line, index) => [index, line] as const).filter(([index]) => !done.has(index))
    const answer = await ask(config, Object.fromEntries(open), options)
    for (const [index] of open) {
      const text = answer[String(index)]
      if (typeof text === 'string' && text.trim() !== '') done.set(index, text.trim())
    }
  }
  if (done.size < lines.length) {
    const missing = lines.findIndex((_, index) => !done.has(index))
    throw new Error(`The translation service left out line ${missing + 1} of ${lines.length} ${ROUNDS} times`)
  }
  return lines.map((_, index) => done.get(index) ?? '')
}

async function ask(
  config: ChatSettings,
  lines: Record<string, string>,
  { from, to, signal }: TranslateOptions,
): Promise<Record<string, unknown>> {
  const task =
    `Translate subtitle lines from ${bcp47(from)} to ${bcp47(to)}. ` +
    'The input is a JSON object of numbered lines. Answer with one JSON object that has exactly the same keys and the ' +
    'translation of each line as its value. Keep each line by itself; do not explain.'
  const answer = await callService<ChatAnswer>({
    url: `${config.url}/chat/completions`,
    key: config.key,
    signal,
    body: {
      model: config.model,
      temperature: 0.2,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: task },
        { role: 'user', content: JSON.stringify(lines) },
      ],
    },
  })
  return readObject(answer.choices[0]?.message.content ?? '')
}

/** The JSON object in an answer that may have words or a code fence around it; empty where there is none. */
export function readObject(content: string): Record<string, unknown> {
  const from = content.indexOf('{')
  const to = content.lastIndexOf('}')
  try {
    return JSON.parse(content.slice(from, to + 1)) as Record<string, unknown>
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
  })
  .transform((set) => ({ url: set.OPENAI_URL ?? '', key: set.OPENAI_KEY, model: set.OPENAI_MODEL }))

/**
 * Any service with OpenAI's `/chat/completions` call. `OPENAI_URL` ends before `/chat/…`. Lines are keyed, so that none
 * is lost, merged or moved.
 */
export const adapter = defineEngine({
  port: 'translate',
  name: 'chat',
  settings,
  async probe({ url, model }) {
    if (url) return { serves: { pairs: everyPair }, label: `${model} (network)`, detail: versionOf(model) }
    const missing = 'Translation of every pair by a language model: set OPENAI_URL, OPENAI_KEY and OPENAI_MODEL'
    return { lacks: 'OPENAI_URL', missing, isOptional: true }
  },
  open: (config) => ({
    version: versionOf(config.model),
    translate: (lines, options) => translateKeyed(config, lines, options),
  }),
})
