import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runLive } from './run.mjs'

const installed = join(root, 'node_modules', '.package-lock.json')
const lock = join(root, 'package-lock.json')

/**
 * Installs locked packages that are missing or older than the lock file: runtime ones, with `withDevelopment` also those
 * of tests and checks. Never removes any.
 */
export async function ensurePackages({ withDevelopment = false } = {}) {
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  const hasDevelopment = hasDevelopmentPackages()
  if (isCurrent && (hasDevelopment || !withDevelopment)) return
  console.log(`Installing packages (about ${withDevelopment ? 400 : 300} MB to download) …`)
  // Not `npm ci`: it refuses a lock file that lacks builds for other systems, which not every registry has.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (!withDevelopment && !hasDevelopment) flags.push('--omit=dev')
  // Everything is requested explicitly: NODE_ENV=production would skip development packages.
  else flags.push('--include=dev')
  // Skips the model runtime's graphics card parts, some 300 MB.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  removeFormerAlias()
  if ((await runLive('npm', ['install', ...flags], { env })) !== 0) {
    console.error(
      '\n  Packages could not be installed. Check the connection to the package registry and start again.\n',
    )
    process.exit(1)
  }
  removeForeignBinaries()
  keepWeightsAlone()
  keepOneBrowserRuntime()
}

/** Another package formerly had the browser runtime's name; npm would keep it. */
function removeFormerAlias() {
  const folder = join(root, 'node_modules', 'onnxruntime-web')
  const description = join(folder, 'package.json')
  if (!existsSync(description)) return
  if (JSON.parse(readFileSync(description, 'utf8')).name !== 'onnxruntime-web') rmSync(folder, { recursive: true })
}

/** The model runtime ships binaries for every system, 240 MB; other systems' are deleted. */
function removeForeignBinaries() {
  const folder = join(root, 'node_modules', 'onnxruntime-node', 'bin')
  for (const version of entries(folder)) {
    for (const system of entries(join(folder, version))) {
      if (system !== process.platform) rmSync(join(folder, version, system), { recursive: true })
      else
        for (const kind of entries(join(folder, version, system)))
          if (kind !== process.arch) rmSync(join(folder, version, system, kind), { recursive: true })
    }
  }
}

/** The speech model's package ships an unused runtime of 27 MB. */
function keepWeightsAlone() {
  const folder = join(root, 'node_modules', '@usefulsensors', 'moonshine-js', 'dist')
  for (const name of entries(folder)) if (name !== 'model') rmSync(join(folder, name), { recursive: true })
}

/** The browser runtime ships twenty builds, 139 MB; the application uses one. */
function keepOneBrowserRuntime() {
  const folder = join(root, 'node_modules', 'onnxruntime-web', 'dist')
  const kept = ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm']
  for (const name of entries(folder)) if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true })
}

const entries = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/** npm's record of installed packages marks development-only ones. */
function hasDevelopmentPackages() {
  if (!existsSync(installed)) return false
  const { packages } = JSON.parse(readFileSync(installed, 'utf8'))
  return Object.values(packages).some(({ dev }) => dev)
}
