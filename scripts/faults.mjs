/** `npm run faults -- KIND …`: results of tasks whose worker is killed or whose engines fail; by default all kinds. */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
process.exit(run(node, ['bench/faults/run.ts', ...process.argv.slice(2)]))
