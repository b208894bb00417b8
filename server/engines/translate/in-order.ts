import { EngineError } from '../engine-error.ts'
import type { EngineRegistry } from '../registry.ts'
import type { TranslateRequest } from './engine.ts'

/**
 * Translates by the preferred engine of the pair, and by the next ones what it leaves open; what is translated once is
 * not sent again. `null`: no engine gave a translation of this text. Throws as `withFailover` does.
 */
export async function translateInOrder(engines: EngineRegistry, request: TranslateRequest): Promise<(string | null)[]> {
  const { texts, from, to, signal, maxLengths, onText } = request
  const done: (string | null)[] = texts.map((text) => (text.trim() === '' ? '' : null))
  const keep = (index: number | undefined, text: string | null | undefined): void => {
    if (index === undefined || text === undefined || text === null || done[index] !== null) return
    done[index] = text
    onText?.(index, text)
  }
  const openOnes = (): number[] => done.flatMap((text, index) => (text === null ? [index] : []))
  const work = engines.withFailover('translate', { from, to }, signal, async ({ engine, name }) => {
    const open = openOnes()
    if (open.length === 0) return
    const answer = await engine.translate({
      ...request,
      texts: open.map((index) => texts[index] ?? ''),
      ...(maxLengths && { maxLengths: open.map((index) => maxLengths[index]) }),
      onText: (at, text) => keep(open[at], text),
    })
    open.forEach((index, at) => keep(index, answer[at]))
    const left = openOnes().length
    if (left > 0) throw new EngineError('content', name, `no translation of ${left} of ${open.length} lines`)
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.fault !== 'content') throw error
  })
  return done
}
