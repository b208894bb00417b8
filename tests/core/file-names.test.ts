import { expect, test } from 'vitest'
import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'

test.each([
  ['Episode 1', 'Episode 1.srt'],
  ['../../etc/passwd', 'etc passwd.srt'],
  ['a\u0000b\u202Ec:d*?"<>|e\\f', 'a b c d e f.srt'],
  ['CON', '_CON.srt'],
  ['com1.backup', '_com1.backup.srt'],
  ['console', 'console.srt'],
  [' . ', 'file.srt'],
  ['第一集（终）', '第一集（终）.srt'],
  ['😀'.repeat(200), `${'😀'.repeat(80)}.srt`],
])('%j becomes a name that every file system takes', (name, expected) => {
  expect(safeFileName(name, 'srt')).toBe(expected)
})

test('of a long name its end is left out, not the language behind it', () => {
  const named = ['es', 'fr'].map((language) => safeFileName('名'.repeat(90), 'srt', (name) => `${name} (${language})`))
  expect(named).toEqual([`${'名'.repeat(75)} (es).srt`, `${'名'.repeat(75)} (fr).srt`])
  expect(safeFileName('a'.repeat(90), 'srt', () => 'b'.repeat(90))).toBe(`${'b'.repeat(80)}.srt`)
  expect(safeFileName('short', 'srt', (name) => `${name} (es)`)).toBe('short (es).srt')
})

test('no name is there twice', () => {
  expect(distinctNames(['a.srt', 'A.srt', 'a (2).srt', 'a.mp4', 'a.srt'])).toEqual([
    'a.srt',
    'A (2).srt',
    'a (2) (2).srt',
    'a.mp4',
    'a (3).srt',
  ])
})

test('an extension is taken off, a title with a dot stays', () => {
  expect(['film.mp4', 'Dr. Who', 'film.de.srt'].map(stemOf)).toEqual(['film', 'Dr. Who', 'film.de'])
})

test('many files of one name get their numbers in one pass; a name without an extension keeps its letters', () => {
  const names = distinctNames(Array.from({ length: 20_000 }, () => 'film.srt'))
  expect([names[1], names.at(-1), new Set(names).size]).toEqual(['film (2).srt', 'film (20000).srt', 20_000])
  expect(distinctNames(['notes', 'notes', '.env', '.env'])).toEqual(['notes', 'notes (2)', '.env', '.env (2)'])
})

test('of a name of a million letters only the beginning is looked at', () => {
  expect(safeFileName(`film${' .'.repeat(500_000)}x`, 'srt')).toBe('film.srt')
})
