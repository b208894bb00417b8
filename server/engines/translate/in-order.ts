import type { EngineAbilities } from '#core/domain/engines.ts'
import type { Doubts } from '#core/translate/doubts.ts'
import { withTerms } from '#core/translate/glossary.ts'
import { withoutMarks } from '#core/translate/marks.ts'
import { isEcho, isPlausible } from '#core/translate/verify.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineRegistry } from '../registry.ts'
import type { DoubtfulText, TranslateRequest } from './engine.ts'

/** A translation, and the abilities of its engine. */
export interface Translation {
  readonly text: string
  readonly by: EngineAbilities
  /** The engine's doubts; absent if it gives none. */
  readonly doubts?: Doubts
}

/**
 * Translates with the preferred engine and fills gaps with the next ones. Impossible answers count as none; a repeated
 * source text is used only if no engine has another. `null`: untranslated, with `refused` as the engine's reason.
 */
export async function translateInOrder(
  engines: EngineRegistry,
  request: TranslateRequest,
): Promise<{ translations: (Translation | null)[]; refused: string }> {
  const { texts, from, to, signal, onText } = request
  const done: (Translation | null)[] = texts.map((text) => (text.trim() === '' ? { text: '', by: {} } : null))
  const echoes: typeof done = texts.map(() => null)
  const keep = (index: number | undefined, answer: string | DoubtfulText | null | undefined, by: EngineAbilities) => {
    const { text, doubts } = readAnswer(answer)
    if (index === undefined || !text || done[index]) return
    const source = texts[index] ?? ''
    const [said, made] = [withoutMarks(source), withoutMarks(text)]
    if (!isPlausible(said, made, { from, to })) return
    const found: Translation = { text, by, ...(doubts && { doubts }) }
    if (isEcho(said, made)) return void (echoes[index] = found)
    done[index] = found
    onText?.(index, text)
  }
  const openOnes = (): number[] => done.flatMap((found, index) => (found ? [] : [index]))
  const work = engines.withFailover('translate', { from, to }, signal, async ({ engine, name, serves }) => {
    const open = openOnes()
    if (open.length === 0) return
    const by = serves.abilities ?? {}
    const answer = await engine.translate({
      ...requestFor(request, open, by),
      onText: (at, text) => keep(open[at], text, by),
    })
    open.forEach((index, at) => keep(index, answer[at], by))
    const left = openOnes().length
    if (left > 0) throw new EngineError('content', name, `no translation of ${left} of ${open.length} lines`)
  })
  let refused = ''
  await work.catch((error: unknown) => {
    if (!(error instanceof EngineError) || (error.fault !== 'content' && error.fault !== 'input')) throw error
    refused = error.message
  })
  return { translations: done.map((found, index) => found ?? echoes[index] ?? null), refused }
}

function readAnswer(answer: string | DoubtfulText | null | undefined): { text: string; doubts?: Doubts } {
  if (!answer || typeof answer === 'string') return { text: answer ?? '' }
  const { text, unknown, lost } = answer
  return unknown.length + lost.length === 0 ? { text } : { text, doubts: { unknown, lost } }
}

/** The open texts in the form that this engine takes. */
function requestFor(request: TranslateRequest, open: readonly number[], by: EngineAbilities): TranslateRequest {
  const { texts, glossary, maxLengths, drafts } = request
  return {
    ...request,
    texts: open.map((index) => {
      const text = texts[index] ?? ''
      const plain = by.marks ? text : withoutMarks(text)
      return glossary && !by.glossary ? withTerms(plain, glossary) : plain
    }),
    ...(maxLengths && { maxLengths: open.map((index) => maxLengths[index]) }),
    ...(drafts && { drafts: open.map((index) => drafts[index]) }),
  }
}
