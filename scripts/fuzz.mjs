/**
 * `npm run fuzz`: the readers on far more random input than in a test run. The number of runs may follow; `hostile` in
 * its place measures how long crafted inputs block a main thread.
 */
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { run } from './setup/run.mjs'

const node = ensureNode()
await ensurePackages({ withDevelopment: true })
if (process.argv[2] === 'hostile') {
  process.exit(run(node, ['--expose-gc', 'bench/hostile/run.ts', ...process.argv.slice(3)]))
}
const env = { ...process.env, CUELANE_FUZZ: process.argv[2] ?? '100000' }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'core', 'tests/core/fuzz.test.ts']
process.exit(run(node, [...vitest, '--testTimeout=3600000'], { env }))
