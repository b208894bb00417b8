import type { LanguageCode } from '#core/domain/languages.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'
import { withoutMarks } from '#core/translate/marks.ts'
import type { Sentence } from '#core/translate/sentences.ts'
import { hasPartMarks, needsParts, type TranslatedSentence } from '#core/translate/translated.ts'
import type { EngineRegistry } from '../../engines/registry.ts'
import type { TranslateRequest } from '../../engines/translate/engine.ts'
import { translateInOrder, type Translation } from '../../engines/translate/in-order.ts'

/** What the sentences of a translation share. */
export interface Asked {
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly glossary: readonly GlossaryTerm[]
}

/** A translation longer than its limit by this factor is requested again. */
const TOO_LONG = 1.15

/**
 * Translates sentences as a whole, once more what came out too long, and in parts where that shows which word belongs to
 * which cue or there are too few words to divide.
 */
export async function translateSentences(
  engines: EngineRegistry,
  sentences: readonly Sentence[],
  request: TranslateRequest,
): Promise<{ translations: TranslatedSentence[]; refused: string }> {
  const { translations, refused } = await translateInOrder(engines, request)
  const shorter = await shortened(engines, translations, request)
  const parts = await partsOf(engines, sentences, shorter, request)
  return {
    translations: shorter.map((found, at) => ({
      text: found?.text ?? null,
      ...(found?.doubts && { doubts: found.doubts }),
      ...(parts.has(at) && { parts: parts.get(at) }),
    })),
    refused,
  }
}

type Found = readonly (Translation | null)[]

async function shortened(engines: EngineRegistry, found: Found, request: TranslateRequest): Promise<Found> {
  const { maxLengths = [], texts } = request
  const isLong = (text: string, at: number): boolean =>
    withoutMarks(text).length > TOO_LONG * (maxLengths[at] ?? Infinity)
  const long = found.flatMap((one, at) => (one?.by.lengths && isLong(one.text, at) ? [at] : []))
  if (long.length === 0) return found
  const { translations } = await translateInOrder(engines, {
    ...request,
    texts: long.map((at) => texts[at] ?? ''),
    maxLengths: long.map((at) => maxLengths[at]),
    drafts: long.map((at) => found[at]?.text),
  })
  return found.map((one, at) => {
    const other = translations[long.indexOf(at)]
    return one && other && other.text.length < one.text.length ? other : one
  })
}

/** Translations of the parts alone, by sentence index. */
async function partsOf(
  engines: EngineRegistry,
  sentences: readonly Sentence[],
  found: Found,
  request: TranslateRequest,
): Promise<Map<number, (string | null)[]>> {
  const wanted = sentences.flatMap(({ parts }, at) => {
    const one = found[at]
    const sentence = sentences[at]
    if (!one || !sentence || parts.length === 1) return []
    const isHelped = one.by.isQuick && !hasPartMarks(sentence, one.text)
    return isHelped || needsParts(sentence, one.text) ? [{ at, parts: parts.map(({ text }) => text) }] : []
  })
  if (wanted.length === 0) return new Map()
  const { from, to, glossary, signal } = request
  const texts = wanted.flatMap(({ parts }) => parts)
  const { translations } = await translateInOrder(engines, {
    ...{ texts, from, to, signal },
    ...(glossary && { glossary }),
  })
  let next = 0
  return new Map(wanted.map(({ at, parts }) => [at, parts.map(() => translations[next++]?.text || null)] as const))
}
