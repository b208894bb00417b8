import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const files = ['*.md', 'docs/**/*.md', 'client/*.md', 'wasm/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()
const PATH = /`((?:core|src|workers|wasm|server|cli|locales|scripts|docs|tests|e2e|bench)\/[\w.\-/]*)`/g
/** Links that are no addresses: path and heading. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const CODE_BLOCK = /^```.*?^```/gms
/** `env['NAME']`, `env.NAME`, and fields of schemas: `NAME: z…`, `NAME: builder(…)`, `NAME: shared`. */
const READ = /\benv(?:\.|\[['"])([A-Z][A-Z0-9_]*)\b|\b([A-Z][A-Z0-9_]+): (?:z\b|[a-z]\w*(?:[(,\n]| \}))/g
const VARIABLE = /`([A-Z][A-Z0-9_]+)`/g
/** Licences that need no naming of each package. */
const COMMON = /^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) })

/** The fragments of a document's headings, as code hosts make them. */
function headingsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(CODE_BLOCK, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('the documents are found', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/decisions/README.md', 'client/README.md']))
})

test.each(files)('the files that %s names are there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(PATH)].map((match) => match[1] ?? '')
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test.each(files)('the links of %s lead to files and headings', (file) => {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(CODE_BLOCK, '')
  const broken = [...text.matchAll(LINK)].filter(([, path = '', heading]) => {
    const target = path === '' ? file : join(dirname(file), path)
    return !existsSync(join(root, target)) || (heading !== undefined && !headingsOf(target).includes(heading))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('decisions are numbered in order, and the index lists each', () => {
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const listed = [...index.matchAll(/\((\d{3}-[\w-]+\.md)\)/g)].map((match) => match[1])
  expect(new Set(listed)).toEqual(new Set(names))
  expect(listed).toHaveLength(names.length)
  const parts = ['## Context', '## Decision', '## Consequences']
  for (const name of names) {
    const text = readFileSync(join(root, 'docs/decisions', name), 'utf8')
    expect(text.startsWith(`# ${name.slice(0, 3)}. `), name).toBe(true)
    expect(text.match(/^## .*$/gm), name).toEqual(parts)
  }
  const numbers = names.map((name) => Number(name.slice(0, 3))).toSorted((a, b) => a - b)
  expect(numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))).toBe(true)
})

test('the glossary has each word once', () => {
  const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([^|]*?) *\|/gm)
  const terms = [...rows].map((match) => match[1] ?? '').filter((term) => term !== 'term' && !term.startsWith('--'))
  expect(terms.filter((term, at) => terms.indexOf(term) < at)).toEqual([])
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
