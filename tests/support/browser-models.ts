import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Serves the browser models as the application does, to any origin, from a Node process, which can resolve packages. */
export async function serveBrowserModels(): Promise<{ url: string; close: () => void }> {
  const child = fork(join(import.meta.dirname, 'browser-models.child.ts'), { execArgv: [] })
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() }
}
