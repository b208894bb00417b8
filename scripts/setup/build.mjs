import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runLive } from './run.mjs'

const SOURCES = [
  'core',
  'src',
  'workers',
  'wasm',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]
const stamp = join(root, '.cache', 'build-stamp')

/** Like `buildIfChanged`, but exits on failure. */
export async function ensureBuild(node) {
  if ((await buildIfChanged(node)) === 0) return
  console.error('\n  The web application could not be built; see above.\n')
  process.exit(1)
}

/** Builds the web application if its sources changed since the last build; 0 on success. */
export async function buildIfChanged(node) {
  const now = fingerprint()
  if (existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 0
  console.log('Building the web application …')
  const code = await runLive(node, [join(root, 'scripts', 'build.mjs')])
  if (code !== 0) return code
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp, now)
  return 0
}

/** Names, sizes and times of all sources: hashing them would slow down the start. */
function fingerprint() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const info = statSync(path)
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(join(root, source))
  return hash.digest('hex')
}
