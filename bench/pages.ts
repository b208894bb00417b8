import { join } from 'node:path'
import { build } from 'vite'

/** Builds a page of `bench/pages` into a separate folder. */
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
