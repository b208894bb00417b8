import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expandInputs, STDIN } from './inputs.ts'
import { say, usage, UsageError } from './messages.ts'
import { tell } from './report.ts'

/** How often files are looked at, in milliseconds: programs save by replacing files, which watching a file does not see. */
const LOOK_MS = 300

/** Runs a command again whenever one of its files changed, until it is stopped; what it writes itself is no change. */
export async function runWatching(names: readonly string[], run: () => Promise<number>): Promise<number> {
  if (names.includes(STDIN)) throw usage('watch_stdin')
  let code = await attempt(run)
  let seen = stateOf(names)
  tell(say('watching'))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  while (!stop.signal.aborted) {
    await pause(LOOK_MS)
    if (stateOf(names) === seen) continue
    code = await attempt(run)
    seen = stateOf(names)
  }
  return code
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

function stateOf(names: readonly string[]): string {
  try {
    return expandInputs(names)
      .map(({ path }) => {
        const file = statSync(path, { throwIfNoEntry: false })
        return `${path} ${file?.mtimeMs} ${file?.size}`
      })
      .join('\n')
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}
