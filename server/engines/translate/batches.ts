import type { TranslateRequest } from './engine.ts'

interface Bounds {
  readonly maxTexts: number
  readonly maxChars: number
}

/**
 * Sends the texts that are not empty in batches within the bounds; each batch that is answered is kept whatever becomes
 * of the next one. `send` answers as many translations as it got texts; an empty one counts as none.
 */
export async function inBatches(
  { texts, onText }: TranslateRequest,
  bounds: Bounds,
  send: (batch: readonly string[]) => Promise<readonly string[]>,
): Promise<(string | null)[]> {
  const done: (string | null)[] = texts.map((text) => (text.trim() === '' ? '' : null))
  for (const batch of batchesOf(texts, bounds)) {
    const answer = await send(batch.map((index) => texts[index] ?? ''))
    for (const [at, index] of batch.entries()) {
      const text = answer[at]?.trim()
      if (!text) continue
      done[index] = text
      onText?.(index, text)
    }
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
