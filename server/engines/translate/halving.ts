import { EngineError } from '../engine-error.ts'

/** Questions in a row without any answer that can be used, from an engine that has not given one yet. */
const FRUITLESS = 4
const TRIES_ALONE = 2

/**
 * Asks for lines together, again for those that an answer leaves out, and for halves where nothing comes back or the
 * engine refuses what is among them, down to single lines: one line that it does not take costs no other. `ask` gives the
 * lines that are still open. Throws what the engine said where it translated nothing at all, and what is about no line.
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

/** Whether an engine says that it does not take what it was given, which may be one line of many. */
function isAboutLines(error: unknown): error is EngineError {
  return error instanceof EngineError && (error.fault === 'input' || error.fault === 'content')
}
