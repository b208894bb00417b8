import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  output: string
  kill(): Promise<void>
  stop(): Promise<number>
}

/** Ids of this process's children with a word in their command line; read here, as starting `ps` takes longer. */
export function childrenOf(word: string): number[] {
  const read = (id: string, name: string): string => {
    try {
      return readFileSync(`/proc/${id}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parentOf = (id: string): string | undefined => /^.*\) [^Z] (\d+) /.exec(read(id, 'stat'))?.[1]
  return ids.filter((id) => parentOf(id) === String(process.pid) && read(id, 'cmdline').includes(word)).map(Number)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The real program in a separate process; resolves when it reports that it runs, or has ended. */
export async function spawnServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const started: ServerProcess = {
    child,
    url: `http://127.0.0.1:${port}`,
    output: '',
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0] as number
    },
  }
  await new Promise<void>((resolve) => {
    const take = (text: string): void => {
      started.output += text
      if (text.includes('Cuelane is running')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('exit', () => resolve())
  })
  return started
}
