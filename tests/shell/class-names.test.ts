import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Parts of the product whose styles may be on one page after another: each page, the editor, the shell. */
function areaOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'pages' ? `pages/${second}` : first
}

/** The class that a selector begins with, where it has no other: `.row > p`, not `.row.row-open`. */
const leadingClass = /^\.([a-z][\w-]*)(?![\w-]|\.)/i

test('no class has styles of two parts of the product: they stay when the page changes', () => {
  const areas = new Map<string, Set<string>>()
  for (const path of globSync('src/**/*.css', { cwd: root })) {
    const area = areaOf(path)
    // Global classes may be changed where they are used.
    if (area === 'ui') continue
    postcss.parse(readFileSync(join(root, path), 'utf8')).walkRules(({ selectors, parent }) => {
      if (parent?.type === 'rule') return
      for (const selector of selectors) {
        const [, name] = leadingClass.exec(selector.trim()) ?? []
        if (name && !name.startsWith('bp6-')) areas.set(name, (areas.get(name) ?? new Set()).add(area))
      }
    })
  }
  const shared = [...areas].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`)
  expect(shared).toEqual([])
  expect(areas.size).toBeGreaterThan(500)
})

test('classes of the toolkit are named by src/ui alone in code', () => {
  const named = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !path.startsWith('src/ui/') && readFileSync(join(root, path), 'utf8').includes('bp6-'),
  )
  expect(named).toEqual([])
})

/** Style sheets outside `src/ui` still name classes of the toolkit this often; the number only falls. */
const STILL_NAMED = 98

test('style sheets outside src/ui name no further classes of the toolkit', () => {
  const count = globSync('src/**/*.css', { cwd: root })
    .filter((path) => !path.startsWith('src/ui/'))
    .reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('bp6-').length - 1, 0)
  expect(count).toBe(STILL_NAMED)
})
