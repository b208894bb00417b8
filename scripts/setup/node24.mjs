import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root, run } from './run.mjs'

const WANTED = 24

/** A Node 24 or newer: this one, or one installed as a package into `.runtime`. Prepends it to PATH. */
export function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return usePath(process.execPath)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.runtime')
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    console.log(`This is Node ${process.versions.node}; fetching Node ${WANTED} as well …`)
    mkdirSync(folder, { recursive: true })
    const code = run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${name}@${WANTED}`,
    ])
    if (code !== 0 || !existsSync(binary)) {
      console.error(`\n  Node ${WANTED} could not be fetched. Install Node ${WANTED} or newer and start again.\n`)
      process.exit(1)
    }
  }
  return usePath(binary)
}

function usePath(binary) {
  process.env.PATH = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  return binary
}
