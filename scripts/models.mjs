/** `npm run models`: weights for engines of this machine: list, fetch, verify. */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages()
process.exit(run(node, ['server/models-command.ts', ...process.argv.slice(2)]))
