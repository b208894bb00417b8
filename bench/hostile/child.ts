import { parentPort, workerData } from 'node:worker_threads'
import { setImmediate as turn } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { pageReaders } from './page-readers.ts'
import { MAIN_MS, type Reader } from './reader.ts'
import { serverReaders } from './server-readers.ts'

/**
 * What an input cost: the longest that nothing else could run on the main thread, and until the answer; milliseconds. What runs
 * elsewhere holds the main thread with its answer, which is taken over there.
 */
export interface Cost {
  readonly reader: number
  readonly input: number
  readonly held: number
  readonly took: number
}

/** Where to go on, and whose name has to be in the names of readers. */
export interface Wanted {
  readonly reader: number
  readonly input: number
  readonly name: string
}

export const readers: readonly Reader[] = [...serverReaders, ...pageReaders]
/** What takes too long is looked at so often in all: the first time, machine code is still being made. */
const TRIES = 3

if (parentPort) await readAll(workerData as Wanted)

async function readAll({ reader: fromReader, input: fromInput, name }: Wanted): Promise<void> {
  for (const [at, one] of readers.entries()) {
    if (at < fromReader || !one.name.includes(name)) continue
    for (const [index, [, make]] of one.inputs.entries()) {
      if (at === fromReader && index < fromInput) continue
      parentPort?.postMessage({ reader: at, input: index })
      parentPort?.postMessage({ reader: at, input: index, ...(await bestOf(one, make)) })
    }
  }
  parentPort?.postMessage('done')
}

async function bestOf(one: Reader, make: () => unknown): Promise<{ held: number; took: number }> {
  let best = await costOf(one, make())
  for (let tries = 1; tries < TRIES && best.held > MAIN_MS; tries++) {
    const next = await costOf(one, make())
    if (next.held < best.held) best = next
  }
  return best
}

async function costOf(one: Reader, input: unknown): Promise<{ held: number; took: number }> {
  if (one.place === 'worker') return costElsewhere(one, input)
  globalThis.gc?.()
  const ended = new AbortController()
  let held = 0
  const watch = (async () => {
    for (let before = clock(); !ended.signal.aborted;) {
      await turn()
      const now = clock()
      held = Math.max(held, now - before)
      before = now
    }
  })()
  await turn()
  const from = performance.now()
  await one.read(input)
  const took = performance.now() - from
  ended.abort()
  await watch
  return { held, took }
}

async function costElsewhere(one: Reader, input: unknown): Promise<{ held: number; took: number }> {
  const from = performance.now()
  const answer = serialize(await one.read(input))
  const took = performance.now() - from
  globalThis.gc?.()
  const before = clock()
  deserialize(answer)
  return { held: clock() - before, took }
}

/** Processor time of this thread, which other programs do not lengthen. */
function clock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
