/** `npm run dev`: the server, restarted when its files change, and the web application with hot reload. */
import { spawn } from 'node:child_process'
import { ensureNode } from './setup/node24.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { root } from './setup/run.mjs'
import { ensureEngines } from './setup/system.mjs'

const node = ensureNode()
await Promise.all([ensurePackages(), ensureEngines()])
const start = (args) => spawn(node, args, { cwd: root, stdio: 'inherit' })
// --watch ends the old process before it starts the new one: two would compete for the embedded database.
const children = [
  start(['--watch', '--watch-path=server', '--watch-path=core', 'server/main.ts']),
  start(['node_modules/vite/bin/vite.js']),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children) child.on('close', () => children.forEach((other) => other.kill()))
