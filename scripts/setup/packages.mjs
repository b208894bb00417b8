import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runLive } from './run.mjs'

const installed = join(root, 'node_modules', '.package-lock.json')
const lock = join(root, 'package-lock.json')

/**
 * Installs the locked packages when they are missing or older than the lock file: those that running needs, and with
 * `withDevelopment` those of tests and checks too. What is there already is never taken away.
 */
export async function ensurePackages({ withDevelopment = false } = {}) {
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  const hasDevelopment = hasDevelopmentPackages()
  if (isCurrent && (hasDevelopment || !withDevelopment)) return
  console.log(`Installing packages (about ${withDevelopment ? 400 : 300} MB to download) …`)
  // Not `npm ci`: it refuses a lock file without the builds for other systems, which not every registry has.
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  if (!withDevelopment && !hasDevelopment) flags.push('--omit=dev')
  // An installation of the whole is asked for by name: NODE_ENV=production would leave the development packages out.
  else flags.push('--include=dev')
  // The runtime for models would fetch its parts for graphics cards, some 300 MB, which nothing here uses.
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

/** Earlier another package stood under the name of the runtime for browsers; npm takes it for that one and leaves it there. */
function removeFormerAlias() {
  const folder = join(root, 'node_modules', 'onnxruntime-web')
  const description = join(folder, 'package.json')
  if (!existsSync(description)) return
  if (JSON.parse(readFileSync(description, 'utf8')).name !== 'onnxruntime-web') rmSync(folder, { recursive: true })
}

/** The runtime for models comes with its binaries for every system, 240 MB; those of other systems go. */
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

/** The package of the speech model brings a runtime of its own, 27 MB, which nothing here uses. */
function keepWeightsAlone() {
  const folder = join(root, 'node_modules', '@usefulsensors', 'moonshine-js', 'dist')
  for (const name of entries(folder)) if (name !== 'model') rmSync(join(folder, name), { recursive: true })
}

/** The runtime for models in a browser comes in twenty builds, 139 MB, of which the application has one. */
function keepOneBrowserRuntime() {
  const folder = join(root, 'node_modules', 'onnxruntime-web', 'dist')
  const kept = ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm']
  for (const name of entries(folder)) if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true })
}

const entries = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/** npm writes down what it installed; a package that only development needs is marked. */
function hasDevelopmentPackages() {
  if (!existsSync(installed)) return false
  const { packages } = JSON.parse(readFileSync(installed, 'utf8'))
  return Object.values(packages).some(({ dev }) => dev)
}
