import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** Installs the locked packages when they are missing or older than the lock file. */
export function ensurePackages() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const lock = join(root, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages …')
  // Not `npm ci`: it refuses a lock file without the builds for other systems, which not every registry has.
  if (run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) {
    console.error(
      '\n  Packages could not be installed. Check the connection to the package registry and start again.\n',
    )
    process.exit(1)
  }
}
