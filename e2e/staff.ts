import { spawnSync } from 'node:child_process'

export const BOSS = 'boss'

/** Makes an account of staff by the command line, as an operator does; gives its password. The server must not run yet. */
export function addStaff(folder: string): string {
  const env = { ...process.env, CUELANE_DATA: folder, DATABASE_URL: '' }
  const { stdout } = spawnSync(process.execPath, ['server/staff-command.ts', 'add', BOSS], { env, encoding: 'utf8' })
  return /Password: (\S+)/.exec(stdout)?.[1] ?? ''
}
