import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { usage } from '../messages.ts'

const program = join(import.meta.dirname, '../../server/local-installation.ts')

/** This machine's engines as an installation of this command only. */
export interface LocalInstallation {
  readonly server: string
  readonly key: string
  /** Ends it and deletes its files. */
  stop(): Promise<void>
}

/** Starts one; a UsageError if it can't start, whose reason it has printed. */
export async function startLocal(): Promise<LocalInstallation> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => undefined),
  ])
  if (first === undefined) throw usage('localise_no_start')
  const { server, key } = JSON.parse(first) as { server: string; key: string }
  return {
    ...{ server, key },
    stop: () => {
      // It ends with its input, also where this process is killed.
      child.stdin.end()
      return ended
    },
  }
}
