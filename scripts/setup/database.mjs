import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, runLive } from './run.mjs'

/** Creates the embedded database during the build, before its first start. */
export async function ensureDatabase(node) {
  const folder = resolve(root, process.env.CUELANE_DATA ?? 'data')
  if (process.env.DATABASE_URL || existsSync(join(folder, 'database'))) return
  // A fault is not shown here: the server meets and explains it too.
  await runLive(node, ['server/prepare.ts'], { stdio: 'ignore' })
}
