import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorTable } from '#core/contract/errors.ts'

const root = join(import.meta.dirname, '../../locales')
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(root, language, file), 'utf8')) as Record<string, string>
/** Chinese has one plural form where English has two. */
const bare = (messages: Record<string, string>): string[] =>
  [...new Set(Object.keys(messages).map((key) => key.replace(/_(?:one|other)$/, '')))].sort()
const holes = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

describe.each(readdirSync(join(root, 'en')))('%s', (file) => {
  const [en, zh] = [read('en', file), read('zh_cn', file)]

  test('has the same messages in both languages', () => {
    expect(bare(zh)).toEqual(bare(en))
  })

  test('fills the same holes in both languages', () => {
    for (const [key, text] of Object.entries(zh)) expect([key, holes(text)]).toEqual([key, holes(en[key] ?? '')])
  })
})

test('every code has its message', () => {
  const messages = read('en', 'errors.json')
  for (const { fallback } of Object.values(errorTable)) expect(messages[fallback]).toBeTruthy()
})
