import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const read = (file: string): string => readFileSync(join(src, file), 'utf8')
const styles = files.filter((file) => file.endsWith('.css'))

describe('one look', () => {
  test('colours come from the tokens only', () => {
    const raw = styles
      .filter((file) => file !== join('ui', 'tokens.css'))
      .flatMap((file) =>
        [...read(file).matchAll(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi)].map(([color]) => `${file}: ${color}`),
      )
    expect(raw).toEqual([])
  })

  test('every variable that styles use is set somewhere', () => {
    const all = files
      .filter((file) => /\.(?:css|tsx?)$/.test(file))
      .map(read)
      .join('')
    const unset = styles.flatMap((file) =>
      [...read(file).matchAll(/var\((--[\w-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !all.includes(`${name}:`) && !all.includes(`'${name}'`))
        .map((name) => `${file}: ${name}`),
    )
    expect(unset).toEqual([])
  })

  test("lists are the product's own", () => {
    const native = files.filter((file) => file.endsWith('.tsx') && /<select\b|HTMLSelect/.test(read(file)))
    expect(native).toEqual([])
  })
})
