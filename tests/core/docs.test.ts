import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'THIRD-PARTY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const PATH = /`((?:core|src|workers|wasm|server|cli|locales|scripts|docs|tests|e2e|bench)\/[\w.\-/]*)`/g
const LINK = /\]\(([\w.\-/]+\.(?:md|webp))\)/g
/** `env['NAME']`, `env.NAME`, and fields of schemas: `NAME: z…`, `NAME: builder(…)`, `NAME: shared`. */
const READ = /\benv(?:\.|\[['"])([A-Z][A-Z0-9_]*)\b|\b([A-Z][A-Z0-9_]+): (?:z\b|[a-z]\w*(?:[(,\n]| \}))/g
const VARIABLE = /`([A-Z][A-Z0-9_]+)`/g
/** Licences that need no naming of each package. */
const COMMON = /^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) })

test.each(files)('the files that %s names are there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(PATH)].map((match) => match[1] ?? '')
  const linked = [...text.matchAll(LINK)].map((match) => join(dirname(file), match[1] ?? ''))
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Environment variables that files below these folders read. */
function readBy(...folders: string[]): Set<string> {
  const paths = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }))
  const own = paths.filter((path) => !path.startsWith(join('cli', 'built')))
  const found = own.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(READ)])
  return new Set(found.map(([, read, field]) => read ?? field ?? ''))
}

/** Variables that have a row: those in first columns of the tables. */
function documented(): string[] {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  const heads = [...text.matchAll(/^\| ([^|]*)\|/gm)].map((match) => match[1] ?? '')
  return heads.flatMap((head) => [...head.matchAll(VARIABLE)].map((match) => match[1] ?? ''))
}

test('every variable that the product reads has a row', () => {
  const named = new Set(documented())
  const read = readBy('server', 'scripts', 'cli')
  expect(read).toContain('CUELANE_ROLE')
  expect(read).toContain('ENGINE_PAUSE_MS')
  expect([...read].filter((name) => !named.has(name))).toEqual([])
})

test('every row is of a variable that is read, and each has one row', () => {
  const named = documented()
  const read = readBy('server', 'scripts', 'cli', 'bench', 'e2e', 'tests')
  expect(named.filter((name) => !read.has(name))).toEqual([])
  expect(named.filter((name, at) => named.indexOf(name) < at)).toEqual([])
})

test('each package under another licence than the common ones is named', () => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const text = readFileSync(join(root, 'THIRD-PARTY.md'), 'utf8')
  const named = [...text.matchAll(/`([@\w./-]+\*?)`/g)].map((match) => match[1] ?? '')
  const isNamed = (name: string): boolean =>
    named.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))
  const other = Object.entries(packages).flatMap(([path, { license = '' }]) =>
    path === '' || COMMON.test(license) ? [] : [path.slice(path.lastIndexOf('node_modules/') + 13)],
  )
  expect(other).toContain('jassub')
  expect(other.filter((name) => !isNamed(name))).toEqual([])
})
