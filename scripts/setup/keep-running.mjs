import { setTimeout as pause } from 'node:timers/promises'
import { runLive, SIGNALS } from './run.mjs'

/** Restarts of a crashed server, and within which time. */
const MOST_STARTS = 5
const WITHIN_MS = 600_000

/**
 * Runs a server until it is asked to stop; restarts it after a crash, a few times at most. One that never ran has
 * reported why. Resolves with its exit code.
 */
export async function keepRunning(program, args, { env, say, pauseMs = 1000 }) {
  const asked = new AbortController()
  const stop = () => asked.abort()
  for (const signal of SIGNALS) process.on(signal, stop)
  let hasRun = false
  let starts = []
  try {
    for (;;) {
      let cause = ''
      const code = await runLive(program, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }, (child) => {
        child.on('message', () => (hasRun = true))
        child.on('exit', (status, signal) => (cause = signal ?? `exit code ${status}`))
      })
      if (code === 0 || asked.signal.aborted || !hasRun) return code
      starts = starts.filter((at) => at > Date.now() - WITHIN_MS)
      if (starts.length === MOST_STARTS) {
        say(`The server died again (${cause}), the sixth time in ten minutes: it stays off. The log above says why.`)
        return code
      }
      starts.push(Date.now())
      say(`The server died (${cause}) and is started again (${starts.length} of ${MOST_STARTS} times in ten minutes).`)
      await pause(pauseMs * 2 ** (starts.length - 1), undefined, { signal: asked.signal }).catch(() => undefined)
      if (asked.signal.aborted) return code
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
