import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { isolateValue } from '#core/domain/bidi.ts'
import { countFormatter } from '#src/i18n/counts.ts'
import { templatesOf } from '#src/i18n/templates.ts'

const root = join(import.meta.dirname, '../..')
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8')) as Record<string, string>

const value = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('$t(yes)', '{{n}}', '$1$&', 'שלום, 1', ''),
)

test.each(['en', 'zh_cn'])('a message of %s with values is what i18next writes', async (language) => {
  let tried = 0
  for (const file of readdirSync(join(root, 'locales', language))) {
    const namespace = file.replace('.json', '')
    const messages = read(language, file)
    const instance = createInstance()
    await instance.use(countFormatter).init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { [namespace]: messages } },
      defaultNS: namespace,
      keySeparator: false,
      interpolation: { escape: isolateValue, alwaysFormat: true },
    })
    const written = templatesOf(messages)
    for (const [key, message] of Object.entries(messages)) {
      const names = [...message.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!)
      if (names.length === 0) continue
      fc.assert(
        fc.property(fc.record(Object.fromEntries(names.map((name) => [name, value]))), (values) => {
          const own = written(key, values, language)
          if (own === undefined) return
          tried++
          expect(own, key).toBe(instance.t(key, values))
        }),
        { numRuns: 5 },
      )
    }
  }
  expect(tried).toBeGreaterThan(1000)
})

test('what takes more than its values in their places is left to i18next', () => {
  const written = templatesOf({
    lines_one: '{{count}} line',
    lines_other: '{{count}} lines',
    size: '{{files, number}} files',
    within: '$t(size) of {{name}}',
    plain: 'Line {{n}} of {{count}}',
  })
  const plain = (values: unknown) => written('plain', values, 'en')
  expect(plain({ n: 1200, count: 1200 })).toBe('Line 1200 of 1,200')
  for (const values of [{ n: 1 }, { n: 1, count: undefined }, { n: 1, count: 2, context: 'male' }, 'text', null])
    expect(plain(values)).toBeUndefined()
  for (const key of ['lines', 'size', 'within', 'none'])
    expect(written(key, { count: 2, files: 2, name: 'a' }, 'en'), key).toBeUndefined()
})
