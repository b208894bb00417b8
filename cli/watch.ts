import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expandInputs, STDIN } from './inputs.ts'
import { say, usage, UsageError } from './messages.ts'
import { leftAs, stateOfFile } from './outputs.ts'
import { tell } from './report.ts'

/** Polling interval in milliseconds: programs save by replacing files, which a file watch misses. */
const LOOK_MS = 300

/** Runs a command again whenever its files change, until stopped; ignores its own writes. */
export async function runWatching(names: readonly string[], run: () => Promise<number>): Promise<number> {
  if (names.includes(STDIN)) throw usage('watch_stdin')
  let seen = stateOf(names)
  let code = await attempt(run)
  tell(say('watching'))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  while (!stop.signal.aborted) {
    await pause(LOOK_MS)
    const now = stateOf(names)
    if (!isChanged(seen, now)) continue
    // Read before the run, so that changes during it are seen.
    seen = now
    code = await attempt(run)
  }
  return code
}

type State = ReadonlyMap<string, string>

function isChanged(seen: State, now: State): boolean {
  const isNew = ([path, state]: [string, string]): boolean => state !== seen.get(path) && state !== leftAs.get(path)
  return [...now].some(isNew) || [...seen.keys()].some((path) => !now.has(path))
}

/** An unreadable file is reported and polled further. */
async function attempt(run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    tell(`cuelane: ${error.message}`)
    return 3
  }
}

function stateOf(names: readonly string[]): State {
  try {
    return new Map(expandInputs(names).map(({ path }) => [resolve(path), stateOfFile(path)]))
  } catch (error) {
    if (error instanceof UsageError) return new Map([['', error.message]])
    throw error
  }
}
