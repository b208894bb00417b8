import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from './core/contract/index.ts'

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

export default defineConfig({
  plugins: [react(), contractWithoutSchemas()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util'] },
  build: { target: 'es2023', chunkSizeWarningLimit: 900, manifest: true },
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/aiclient', '/media', '/upload', '/openapi.json', '/health'].map((path) => [path, api]),
    ),
  },
})
