#!/usr/bin/env node
/**
 * The `cuelane` command, for any Node from 20 on: runs an up-to-date build, else the sources; a Node that can't run those
 * starts one that can.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import * as modules from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const built = join(import.meta.dirname, 'built')

/** Whether the build is of the current sources. */
function isBuilt() {
  try {
    const { files } = JSON.parse(readFileSync(join(built, 'sources.json'), 'utf8'))
    return Object.entries(files).every(([name, time]) => statSync(join(root, name)).mtimeMs === time)
  } catch {
    return false
  }
}

// Commands that need engines are the server's; all others use files and `core`, or installations by `--server`.
const isRemote = process.argv.some((word) => /^--server(?:=|$)/.test(word))
const isTask = (process.argv[2] === 'task' && !isRemote) || process.argv[2] === 'align'
if (process.argv[2] === 'task' && isTask) process.argv.splice(2, 1)
const isLocal = isTask || (process.argv[2] === 'localise' && !isRemote)
const main = join(import.meta.dirname, isTask ? '../server/task-command.ts' : 'main.ts')

if (!isLocal && Number.parseInt(process.versions.node, 10) >= 22 && isBuilt()) {
  modules.enableCompileCache?.(join(built, 'compiled'))
  await import(pathToFileURL(join(built, 'cuelane.mjs')).href)
} else if (process.features.typescript) {
  // Stripping the types of the server's files takes longer than starting it.
  modules.enableCompileCache?.(join(root, '.cache', 'compiled'))
  await import(pathToFileURL(main).href)
} else {
  const { ensureNode } = await import('../scripts/setup/node24.mjs')
  const { status } = spawnSync(ensureNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
