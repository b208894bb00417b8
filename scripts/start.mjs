/** `npm start`: from a fresh checkout to a running Cuelane. Runs on any Node from 20 on. */
import { ensureBuild } from './setup/build.mjs'
import { ensureDatabase } from './setup/database.mjs'
import { keepRunning } from './setup/keep-running.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { ensureEngines } from './setup/system.mjs'

const node = ensureNode()
await Promise.all([ensurePackages(), ensureEngines()])
await Promise.all([ensureBuild(node), ensureDatabase(node)])
const env = { LOG_LEVEL: 'warn', ...process.env }
const say = (text) => process.stderr.write(`\n  ${text}\n`)
process.exit(await keepRunning(node, ['server/main.ts'], { env, say }))
