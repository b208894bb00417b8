import { spawnSync } from 'node:child_process'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'

/** A server on an empty folder whose staff is `boss`, and the password. */
export async function staffedServer(folder: string): Promise<{ server: ServerProcess; password: string }> {
  const env = { ...process.env, CUELANE_DATA: folder, DATABASE_URL: '' }
  const { stdout } = spawnSync(process.execPath, ['server/staff-command.ts', 'add', 'boss'], { env, encoding: 'utf8' })
  const [, password = ''] = /Password: (\S+)/.exec(stdout) ?? []
  return { server: await spawnServer({ CUELANE_DATA: folder }), password }
}
