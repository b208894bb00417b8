/** `npm run staff -- add NAME`: manages the installation's staff accounts. */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages()
process.exit(run(node, ['server/staff-command.ts', ...process.argv.slice(2)]))
