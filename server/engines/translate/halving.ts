import { EngineError } from '../engine-error.ts'

/** Unusable answers in a row, from an engine that has not given a usable one yet. */
const FRUITLESS = 4
const TRIES_ALONE = 2

/**
 * Requests lines together, repeats missing ones, and halves refused ones down to single lines, so that one bad line costs
 * no other. Throws the engine's error if nothing was translated, or no line is the cause.
 */
export async function askInHalves(
  engine: string,
  lines: readonly number[],
  ask: (some: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  const waiting = lines.length > 0 ? [{ some: lines, tries: 0 }] : []
  let refused: EngineError | undefined
  let fruitless = 0
  let isAnyDone = false
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { some, tries } = next
    const open = await ask(some).catch((error: unknown) => {
      if (!isAboutLines(error)) throw error
      refused = error
      return some
    })
    if (open.length < some.length) {
      isAnyDone = true
      if (open.length > 0) waiting.unshift({ some: open, tries: 0 })
      continue
    }
    if (!isAnyDone && ++fruitless >= FRUITLESS)
      throw refused ?? new EngineError('transient', engine, 'answers without the lines that were asked for')
    const half = Math.ceil(some.length / 2)
    if (half < some.length)
      waiting.unshift({ some: some.slice(0, half), tries: 0 }, { some: some.slice(half), tries: 0 })
    else if (!refused && tries + 1 < TRIES_ALONE) waiting.unshift({ some, tries: tries + 1 })
  }
  if (!isAnyDone && refused) throw refused
}

/** Whether the engine refuses its input, of which one line may be the cause. */
function isAboutLines(error: unknown): error is EngineError {
  return error instanceof EngineError && (error.fault === 'input' || error.fault === 'content')
}
