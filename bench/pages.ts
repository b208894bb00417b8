import { join } from 'node:path'
import { build } from 'vite'

/** Builds one of the pages in `bench/pages` into a folder of its own. */
export async function buildPages(name: string, outDir: string): Promise<void> {
  const root = join(import.meta.dirname, 'pages')
  await build({
    root,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: join(root, `${name}.html`) },
    },
  })
}
