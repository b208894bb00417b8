import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expandInputs, STDIN } from './inputs.ts'
import { say, usage, UsageError } from './messages.ts'
import { leftAs, stateOfFile } from './outputs.ts'
import { tell } from './report.ts'

/** How often files are looked at, in milliseconds: programs save by replacing files, which watching a file does not see. */
const LOOK_MS = 300

/** Runs a command again whenever one of its files changed, until it is stopped; what it writes itself is no change. */
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
    // From before the run: what changes while it runs is seen after it.
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

/** A file that can't be read just now is told of, and looked at again. */
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
