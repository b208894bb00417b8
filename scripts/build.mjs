/** Builds the web application into `dist` and the command into `cli/built`: checks the pinned WebAssembly, bundles, compresses. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { buildCommand } from './build-command.mjs'
import { join } from 'node:path'
import { pageChunks } from './page-chunks.mjs'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

function checkPins() {
  const pins = JSON.parse(readFileSync(join(root, 'wasm', 'pin.json'), 'utf8'))
  for (const { package: name, files } of pins) {
    for (const [file, expected] of Object.entries(files)) {
      const actual = createHash('sha256')
        .update(readFileSync(join(root, 'node_modules', name, file)))
        .digest('hex')
      if (actual !== expected) throw new Error(`${name}/${file} is not the pinned build (see wasm/README.md)`)
    }
  }
}

/** Hashed files are compressed once, so that the 32 MB core is transferred as about 9. */
async function compress(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|wasm|svg|json)$/.test(name))
  for (const name of names) {
    const path = join(folder, name)
    const size = statSync(path).size
    if (size < 1024) continue
    // One level higher takes three times as long for the core, ten times for the rest, and saves 2 and 5 %.
    const quality = size > 4 * 1024 ** 2 ? 5 : 9
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size }
    await Promise.all([
      pipeline(createReadStream(path), createBrotliCompress({ params }), createWriteStream(`${path}.br`)),
      pipeline(createReadStream(path), createGzip({ level: 6 }), createWriteStream(`${path}.gz`)),
    ])
  }
}

checkPins()
// Vite's warnings about chunk sizes are irrelevant for `npm start`.
const codeSplitting = { groups: await pageChunks(root) }
await build({ root, logLevel: 'error', build: { rolldownOptions: { output: { codeSplitting } } } })
await compress(join(root, 'dist', 'assets'))
await buildCommand(root)
