import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A server that hands out the models for browsers as the application does, to pages of any origin; Node's own process, which finds packages. */
export async function serveBrowserModels(): Promise<{ url: string; close: () => void }> {
  const child = fork(join(import.meta.dirname, 'browser-models.child.ts'), { execArgv: [] })
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() }
}
