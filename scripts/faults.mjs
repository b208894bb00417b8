/**
 * `npm run faults -- KIND …`: the outcome of tasks whose worker is killed or whose engines fail; all kinds without a name.
 * `npm run faults -- page [TIMES]`: the outcome of edits whose page crashes.
 */
import { buildIfChanged } from './setup/build.mjs'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run, which } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
const [kind, ...others] = process.argv.slice(2)
if (kind === 'page') {
  process.env.CHROMIUM_PATH ??= which('chromium') ?? ''
  const code = await buildIfChanged(node)
  process.exit(code || run(node, ['bench/faults/page.ts', ...others]))
}
process.exit(run(node, ['bench/faults/run.ts', ...process.argv.slice(2)]))
