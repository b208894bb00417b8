/**
 * `npm run build-client`: builds the client package from the contract into `.cache/client`: one module without
 * dependencies, types, and an archive for `npm install`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { callRoutes } from '#client/calls.ts'
import packageFile from '../package.json' with { type: 'json' }
import { printCallTypes } from './client-types.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, '.cache/client')
const emitted = join(root, '.cache/types/client/client')
const parts = ['index', 'client', 'errors', 'tasks', 'chains', 'upload', 'webhook']

/** The schemas are left out: a program only needs the routes. */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/client/calls.ts') ? `export const callRoutes = ${JSON.stringify(callRoutes)}` : undefined,
  }
}

async function bundle(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [callsWithoutSchemas()],
    build: {
      target: 'es2023',
      outDir: out,
      emptyOutDir: true,
      minify: false,
      lib: { entry: join(root, 'client/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    },
  })
}

/** The compiler's types; those of calls are inlined, so that nothing else is needed. */
async function writeTypes(): Promise<void> {
  rmSync(emitted, { recursive: true, force: true })
  rmSync(join(root, '.cache/types/client.tsbuildinfo'), { force: true })
  execFileSync('tsc', ['-b', 'client'], { cwd: root, stdio: 'inherit' })
  for (const part of parts) {
    const text = readFileSync(join(emitted, `${part}.d.ts`), 'utf8')
    writeFileSync(join(out, `${part}.d.ts`), text.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(out, 'calls.d.ts'), await printCallTypes())
}

function writePackage(): void {
  const { version, license, engines } = packageFile
  const description = 'The calls of a Cuelane installation by an API key, with types.'
  const exports = { '.': { types: './index.d.ts', default: './index.js' } }
  const file = { name: 'cuelane-client', version, description, license, type: 'module', sideEffects: false }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...file, engines, exports }, undefined, 2)}\n`)
  cpSync(join(root, 'client/README.md'), join(out, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
}

mkdirSync(out, { recursive: true })
await bundle()
await writeTypes()
writePackage()
const packed = execFileSync('npm', ['pack', '--silent'], { cwd: out, encoding: 'utf8' }).trim()
console.log(join(out, packed))
