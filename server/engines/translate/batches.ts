import type { TranslateRequest } from './engine.ts'
import { askInHalves } from './halving.ts'

interface Bounds {
  /** Name of the engine, for messages. */
  readonly engine: string
  readonly maxTexts: number
  readonly maxChars: number
}

/**
 * Sends non-empty texts in batches within the limits, halving refused ones; every answered batch is kept. `send` returns
 * as many translations as texts; an empty one counts as none.
 */
export async function inBatches(
  { texts, onText }: TranslateRequest,
  bounds: Bounds,
  send: (batch: readonly string[]) => Promise<readonly string[]>,
): Promise<(string | null)[]> {
  const done: (string | null)[] = texts.map((text) => (text.trim() === '' ? '' : null))
  for (const batch of batchesOf(texts, bounds)) {
    await askInHalves(bounds.engine, batch, async (some) => {
      const answer = await send(some.map((index) => texts[index] ?? ''))
      return some.filter((index, at) => {
        const text = answer[at]?.trim()
        if (!text) return true
        done[index] = text
        onText?.(index, text)
        return false
      })
    })
  }
  return done
}

function batchesOf(texts: readonly string[], { maxTexts, maxChars }: Bounds): number[][] {
  const batches: number[][] = []
  let chars = Infinity
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue
    const last = batches.at(-1)
    if (last && last.length < maxTexts && chars + text.length <= maxChars) last.push(index)
    else {
      batches.push([index])
      chars = 0
    }
    chars += text.length
  }
  return batches
}
