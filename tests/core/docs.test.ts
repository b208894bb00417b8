import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
const PATH = /`((?:core|src|workers|wasm|server|cli|locales|scripts|docs|tests|e2e|bench)\/[\w.\-/]*)`/g
const LINK = /\]\(([\w.\-/]+\.md)\)/g

test.each(files)('the files that %s names are there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(PATH)].map((match) => match[1] ?? '')
  const linked = [...text.matchAll(LINK)].map((match) => join(dirname(file), match[1] ?? ''))
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
