import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, runLive } from './run.mjs'

/** Makes the embedded database before its first start, so that this takes no time of its own. */
export async function ensureDatabase(node) {
  const folder = resolve(root, process.env.CUELANE_DATA ?? 'data')
  if (process.env.DATABASE_URL || existsSync(join(folder, 'database'))) return
  // A fault is not shown here: the server meets it too and explains it.
  await runLive(node, ['server/prepare.ts'], { stdio: 'ignore' })
}
