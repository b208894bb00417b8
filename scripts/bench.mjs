/** `npm run bench -- NAME`: measurements against peers. */
import { ensureBuild } from './setup/build.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
await ensureBuild(node)
process.exit(run(node, ['--expose-gc', 'bench/main.ts', ...process.argv.slice(2)]))
