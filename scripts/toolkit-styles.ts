import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const toolkit = join(dirname(require.resolve('@blueprintjs/core/package.json')), 'lib')
const parts = join(toolkit, 'esm/components')

/** Names of classes as the toolkit's parts write them: `Classes.BUTTON`. */
const classes = require(join(toolkit, 'cjs/common/classes.js')) as Readonly<Record<string, unknown>>

/** What is no class of the toolkit, and classes that its parts put together: of looks, of places, and while parts come and go. */
const kept = [
  /^(?!bp6-)/,
  /^bp6-(?:dark|intent-|align-|position-|elevation-|focus-|small|large|minimal|icon-(?:standard|large|muted))/,
  /^bp6-(?:popover-(?:arrow|placement|content)|toast-container|slider-unlabeled)/,
  /-(?:appear|enter|exit)(?:-active)?$/,
]

/** The toolkit's styles below ours, so that a plain selector of ours wins, and only those of parts that `src/ui` imports. */
export function toolkitStyles(): Plugin {
  return {
    name: 'toolkit-styles',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('/blueprint.css') || !id.includes('@blueprintjs')) return undefined
      const content = [...usedModules()].map((path) => ({ raw: readFileSync(path, 'utf8'), extension: 'js' }))
      const [purged] = await new PurgeCSS().purge({
        content,
        css: [{ raw: code.replace(/^@charset[^;]*;/, '') }],
        extractors: [{ extensions: ['js'], extractor: classesIn }],
        safelist: kept,
      })
      return { code: `@layer blueprint {\n${purged?.css}\n}`, map: null }
    },
  }
}

function classesIn(text: string): string[] {
  return [...text.matchAll(/\bClasses\.([A-Z_]+)/g)].flatMap(([, name = '']) => String(classes[name]).split(' '))
}

/** The modules of `src/ui`, and of the toolkit's parts that they and each other import. */
function usedModules(): Set<string> {
  const used = new Set(globSync('src/ui/**/*.{ts,tsx}', { cwd: root }).map((name) => join(root, name)))
  const names = [...used].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/import \{([^}]*)\} from '@blueprintjs\/core'/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().split(' ')[0]),
    ),
  )
  const index = readFileSync(join(parts, 'index.js'), 'utf8').matchAll(/export \{([^}]*)\} from "([^"]*)"/g)
  for (const [, list = '', from = ''] of index) {
    const exported = list.split(',').map((name) => name.trim().split(' ').at(-1))
    if (exported.some((name) => names.includes(name))) addModule(join(parts, `${from}.js`), used)
  }
  return used
}

/** A module and those that it imports, as far as they are parts. */
function addModule(path: string, used: Set<string>): void {
  if (used.has(path) || !path.startsWith(parts)) return
  used.add(path)
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/ from "(\.[^"]*)"/g))
    addModule(join(dirname(path), `${from}.js`), used)
}
