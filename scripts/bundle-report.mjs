/** Compressed sizes that pages load before they are usable; fails if a first page exceeds its limit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))

/** Page modules, what else they load, and their limits. */
const pages = {
  '/': { page: 'src/pages/public/LandingPage.tsx', messages: ['public'], limitKb: 250 },
  '/login': { page: 'src/pages/account/LoginPage.tsx', messages: ['login'], limitKb: 250 },
  '/lab/library': {
    page: 'src/pages/library/LibraryPage.tsx',
    frame: true,
    messages: ['library', 'subtitles', 'tasks'],
  },
  '/lab/history': { page: 'src/pages/history/HistoryPage.tsx', frame: true, messages: ['tasks'] },
  '/lab/pro/srt-edit': {
    page: 'src/editor/shell/EditorPage.tsx',
    messages: ['editor', 'checks', 'subtitles', 'tasks'],
  },
}
const languages = ['en', 'zh_cn']

/** Files of a module with its static imports. */
function filesOf(name, files = new Set()) {
  const chunk = manifest[name]
  if (!chunk) throw new RangeError(`${name} is no chunk of the build: correct the list in scripts/bundle-report.mjs`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const imported of chunk.imports ?? []) filesOf(imported, files)
  return files
}

/** Fonts that the page preloads. */
const preloaded = readFileSync(join(dist, 'index.html'), 'utf8')
  .matchAll(/rel="preload" href="\/([^"]+)"/g)
  .map(([, file]) => file)
  .toArray()

function weigh({ page, frame, messages }, language) {
  const names = ['common', ...(frame ? ['errors', 'header'] : []), ...messages].map(
    (name) => `locales/${language}/${name}.json`,
  )
  const files = new Set(preloaded)
  for (const name of ['index.html', page, ...(frame ? ['src/shell/Frame.tsx'] : []), ...names]) filesOf(name, files)
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
  return { kb: bytes / 1000, files: files.size }
}

let tooHeavy = 0
for (const [path, wanted] of Object.entries(pages)) {
  const { kb, files } = languages.map((language) => weigh(wanted, language)).sort((a, b) => b.kb - a.kb)[0]
  const isTooHeavy = wanted.limitKb !== undefined && kb > wanted.limitKb
  if (isTooHeavy) tooHeavy++
  const limit = wanted.limitKb ? `, at most ${wanted.limitKb}` : ''
  console.log(
    `${isTooHeavy ? '✗' : '✓'} ${path.padEnd(18)} ${kb.toFixed(1).padStart(6)} kB gzip in ${files} files${limit}`,
  )
}
process.exit(tooHeavy ? 1 : 0)
