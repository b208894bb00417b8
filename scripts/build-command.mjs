/** Builds the `cuelane` command into `cli/built`: one file, and chunks that only some commands load. */
import { statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export async function buildCommand(root) {
  const outDir = join(root, 'cli', 'built')
  const sources = new Set()
  const noteSources = {
    name: 'note-sources',
    load(id) {
      const path = relative(root, id.split('?')[0])
      if (!path.startsWith('..') && !path.includes('node_modules') && !id.startsWith('\0')) sources.add(path)
    },
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [noteSources],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'cli/main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node22',
      minify: true,
      rollupOptions: { output: { entryFileNames: 'cuelane.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  const files = [...sources].sort().map((name) => [name, statSync(join(root, name)).mtimeMs])
  writeFileSync(join(outDir, 'sources.json'), JSON.stringify({ files: Object.fromEntries(files) }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCommand(join(import.meta.dirname, '..'))
