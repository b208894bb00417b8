/** `npm start`: from a fresh checkout to a running Cuelane. Runs on any Node from 20 on. */
import { ensureBuild } from './setup/build.mjs'
import { ensureDatabase } from './setup/database.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { runLive } from './setup/run.mjs'
import { ensureEngines } from './setup/system.mjs'

const node = ensureNode()
await Promise.all([ensurePackages(), ensureEngines()])
await Promise.all([ensureBuild(node), ensureDatabase(node)])
const env = { LOG_LEVEL: 'warn', ...process.env }
process.exit(await runLive(node, ['server/main.ts'], { env }))
