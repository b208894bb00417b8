#!/usr/bin/env node
/** The `cuelane` command. Any Node from 20 on starts it; one that can't run TypeScript hands over to one that can. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, 'main.ts')

if (process.features.typescript) {
  await import(main)
} else {
  const { ensureNode } = await import('../scripts/setup/node24.mjs')
  const { status } = spawnSync(ensureNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
