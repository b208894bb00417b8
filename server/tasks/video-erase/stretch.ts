import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { MaskFault } from '#core/domain/erase.ts'
import { childEnv } from '../../engines/child-env.ts'
import { TaskFailed } from '../../jobs/run.ts'
import type { PatchJob } from './patch.ts'

const TOO_LARGE: MaskFault = 'mask_too_large'

type Message =
  | { readonly share: number }
  | { readonly done: true }
  | { readonly fault: string; readonly isTooLarge: boolean }

/**
 * Makes one stretch of a video in a child process, which the signal kills at once: the work is heavy. Throws the child's
 * error, a TaskFailed if texts cover too much, or the signal's reason.
 */
export async function makeStretch(
  job: PatchJob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = fork(join(import.meta.dirname, 'erase.child.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=1024'],
    env: childEnv({ PATH: process.env['PATH'] ?? '' }),
  })
  // Its own children end with it.
  const abort = (): void => child.disconnect()
  signal.addEventListener('abort', abort, { once: true })
  child.on('message', (message) => {
    const said = message as Message
    if ('share' in said) onProgress(said.share)
    else if ('fault' in said) reject(said.isTooLarge ? new TaskFailed(TOO_LARGE) : new Error(said.fault))
    else resolve()
  })
  child.on('error', reject)
  child.on('exit', () =>
    reject(signal.aborted ? (signal.reason as Error) : new Error('The process for pictures ended')),
  )
  try {
    child.send(job, (error) => error && reject(error))
    await promise
  } finally {
    signal.removeEventListener('abort', abort)
    if (child.connected) child.disconnect()
    child.kill()
  }
}
