import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { toolkitStyles } from '../../scripts/toolkit-styles.ts'

const path = createRequire(import.meta.url).resolve('@blueprintjs/core/lib/css/blueprint.css')

async function stylesOf(code: string): Promise<string> {
  const { transform } = toolkitStyles()
  if (typeof transform !== 'function') throw new TypeError('The plugin transforms nothing')
  const answer: unknown = await Reflect.apply(transform, {}, [code, path])
  return (answer as { code: string }).code
}

test('styles of the toolkit are below ours, and those of parts that src/ui imports', async () => {
  const css = await stylesOf(readFileSync(path, 'utf8'))
  expect(css).toMatch(/^@layer blueprint \{/)
  for (const part of ['button', 'dialog-header', 'menu-item', 'segmented-control', 'tag-remove', 'slider-unlabeled'])
    expect(css).toContain(`.bp6-${part}`)
  for (const together of ['popover-enter-active', 'toast-container-bottom', 'intent-danger', 'dark'])
    expect(css).toContain(`.bp6-${together}`)
  for (const part of ['tree-node', 'breadcrumb', 'navbar', 'panel-stack', 'html-table'])
    expect(css).not.toContain(`.bp6-${part}`)
})
