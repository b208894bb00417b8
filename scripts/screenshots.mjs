/** `npm run screenshots`: every screen in both languages and themes, into .cache/screenshots. */
import { ensureBuild } from './setup/build.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
await ensureBuild(node)
process.exit(run(node, ['e2e/screenshots.ts', ...process.argv.slice(2)]))
