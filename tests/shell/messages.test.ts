import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const languages = ['en', 'zh_cn'] as const
const files = readdirSync(join(root, 'locales/en'))
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8'))

/** A message's key without its plural form; Chinese has one where English has two. */
const bare = (key: string): string => key.replace(/_(?:zero|one|other)$/, '')

/** Texts between quotes in the code, and patterns of those that are put together: `state_${name}`. */
function textsOfCode(): { texts: Set<string>; patterns: RegExp[] } {
  const sources = globSync('{core,src,server,cli}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const texts = new Set([...sources.matchAll(/['"`]([a-z]+:)?([a-z]\w*)['"`]/g)].map((match) => match[2]!))
  // Type names and unquoted object keys count too: { not_found: … } may be looked up by name.
  for (const [, name] of sources.matchAll(/^\s*([a-z]\w*)\??:/gm)) texts.add(name!)
  const patterns = [...sources.matchAll(/`(?:[a-z]+:)?(\w*)\$\{[^`}]*\}(\w*)`/g)]
    .filter(([, before, after]) => before!.length + after!.length >= 3)
    .map(([, before, after]) => new RegExp(`^${before}\\w+${after}$`))
  return { texts, patterns }
}

const { texts, patterns } = textsOfCode()

describe.each(files)('%s', (file) => {
  test('has no message that nothing shows', () => {
    const keys = Object.keys(read('en', file)).map(bare)
    const unused = keys.filter((key) => !texts.has(key) && !patterns.some((pattern) => pattern.test(key)))
    expect(unused).toEqual([])
  })

  test('has one kind of apostrophe', () => {
    const straight = Object.entries(read('en', file)).filter(([, text]) => /'/.test(text))
    expect(straight).toEqual([])
  })

  test.each(languages)('is product language in %s: no film, no environment variables, no commands', (language) => {
    const bad = Object.entries(read(language, file)).filter(
      ([, text]) =>
        /\bfilms?\b|电影|影片/i.test(text) ||
        // Staff run the installation: its command line, its pages, what its engines lack.
        (!['cli.json', 'staff.json', 'setup.json'].includes(file) && /\b[A-Z]{3,}_[A-Z_]+\b|npm run/.test(text)) ||
        text.trim() !== text,
    )
    expect(bad).toEqual([])
  })
})
