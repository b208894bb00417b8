import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env['PORT'] ?? 8100}`

export default defineConfig({
  plugins: [react()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util'] },
  build: { target: 'es2023', chunkSizeWarningLimit: 900 },
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/aiclient', '/media', '/upload', '/openapi.json', '/health'].map((path) => [path, api]),
    ),
  },
})
