import react from '@vitejs/plugin-react'
import postcss from 'postcss'
import { defineConfig, type Plugin } from 'vite'
import { contract } from './core/contract/index.ts'
import { offlineWorker } from './scripts/offline-worker.ts'

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

/** Blueprint parts and control variants that no page uses. Using one requires removing it here. */
const unusedParts = [
  /\.bp6-(?:html-select|select(?![a-z])|compound-tag|file-input|file-upload|tag-input|html-table|tree|multistep|breadcrumb)/,
  /\.bp6-(?:dialog-step|navbar|panel-stack|section|card-list|key-combo|control-card|running-text|hotkey|entity-title)/,
  /\.bp6-(?:link\b|divider|blockquote|code|list)/,
  /\.bp6-(?:position-(?:top|left|bottom)\b.*drawer|drawer\.bp6-position-(?:top|left|bottom)\b|slider-handle\.bp6-(?:start|end))/,
  // Letters of the icon font: icons are pictures here.
  /\.bp6-icon-(?!standard|large)[a-z0-9-]+::?before/,
  /\.bp6-(?:button|control|input|menu|slider|tooltip).*intent-success/,
  /^(?!.*:(?:not|is)\([^)]*outlined).*\.bp6-outlined/,
  /^(?!.*:(?:not|is)\([^)]*vertical).*\.bp6-vertical/,
]

/** Blueprint's styles in a lower layer, so that simple selectors of ours win, without the unused quarter. */
function blueprintStyles(): Plugin {
  return {
    name: 'blueprint-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/blueprint.css') || !id.includes('@blueprintjs')) return undefined
      const root = postcss.parse(code)
      root.walkRules((rule) => {
        if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return
        const selectors = rule.selectors.filter((selector) => !unusedParts.some((part) => part.test(selector)))
        if (selectors.length === 0 || rule.nodes.length === 0) rule.remove()
        else rule.selectors = selectors
      })
      root.walkAtRules('charset', (rule) => void rule.remove())
      return { code: `@layer blueprint {\n${root.toString()}\n}`, map: null }
    },
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
  plugins: [react(), blueprintStyles(), fontPreload(), contractWithoutSchemas(), offlineWorker()],
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
