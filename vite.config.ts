import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from './core/contract/index.ts'
import { offlineWorker } from './scripts/offline-worker.ts'
import { toolkitStyles } from './scripts/toolkit-styles.ts'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 8100}`

/** The browser needs a call's method and path; zod and the schemas would be a sixth of the first load. */
function contractWithoutSchemas(): Plugin {
  const routes = Object.entries(contract).map(([name, { method, path }]) => [name, { method, path }])
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    load: (id) =>
      id.endsWith('/src/api/routes.ts')
        ? `export const callRoutes = ${JSON.stringify(Object.fromEntries(routes))}`
        : undefined,
  }
}

/** The common typeface is preloaded by the page, before its styles are read. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml(_, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /\/inter-[\w-]+\.woff2$/.test(file))
      if (!font) throw new Error('The typeface of the pages is not in the build')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}

export default defineConfig({
  plugins: [react(), toolkitStyles(), fontPreload(), contractWithoutSchemas(), offlineWorker()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util', 'jassub'] },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    manifest: true,
    // Dictionaries are fetched, and the page may only fetch files: a small one must not be inlined.
    assetsInlineLimit: (path) => (/\.(?:aff|dic)$/.test(path) ? false : undefined),
  },
  server: {
    proxy: Object.fromEntries(
      [
        ...['/admin', '/aiclient', '/media', '/fonts', '/browser-models', '/upload'],
        ...['/openapi.json', '/health'],
      ].map((path) => [path, api]),
    ),
  },
})
