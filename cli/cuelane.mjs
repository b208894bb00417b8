#!/usr/bin/env node
/** The `cuelane` command. Any Node from 20 on starts it; one that can't run TypeScript hands over to one that can. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// The one command that needs engines is the server's own; all others know files and `core` only.
const isTask = process.argv[2] === 'task'
if (isTask) process.argv.splice(2, 1)
const main = join(import.meta.dirname, isTask ? '../server/task-command.ts' : 'main.ts')

if (process.features.typescript) {
  await import(main)
} else {
  const { ensureNode } = await import('../scripts/setup/node24.mjs')
  const { status } = spawnSync(ensureNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
