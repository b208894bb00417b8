import { spawnSync } from 'node:child_process'

export const BOSS = 'boss'

/** Makes a staff account by the command line, as an operator does; returns its password. The server must not run yet. */
export function addStaff(folder: string): string {
  const env = { ...process.env, CUELANE_DATA: folder, DATABASE_URL: '' }
  const { stdout } = spawnSync(process.execPath, ['server/staff-command.ts', 'add', BOSS], { env, encoding: 'utf8' })
  return /Password: (\S+)/.exec(stdout)?.[1] ?? ''
}
