import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

/** Files that no editor needs or that are cached on use; required ones; optional ones. */
const needless = /^assets\/(?:swagger|CreditPolicy|UserAgreement|paths-|ort-wasm)/
const quick = /^(?!assets\/speech\.worker).*\.(?:js|css|woff2|svg)$/
const slow = /\.(?:wasm|ttf|jpg|png|webp)$|^assets\/speech\.worker/

/** Writes the service worker with the build's file names inserted. */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const path = join(import.meta.dirname, '../workers/offline/offline.worker.ts')
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !needless.test(name))
      const entry = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry)?.fileName
      if (entry === undefined) throw new Error('A build without an entry can not be kept')
      const files = {
        entry: `/${entry}`,
        build: createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16),
        first: names.filter((name) => quick.test(name)).map((name) => `/${name}`),
        later: names.filter((name) => slow.test(name)).map((name) => `/${name}`),
      }
      const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
      const source = `const BUILD_FILES = ${JSON.stringify(files)}\n${code.replace(/^export \{\s*\};?$/m, '')}`
      this.emitFile({ type: 'asset', fileName: 'offline.js', source })
    },
  }
}
