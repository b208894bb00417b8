import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTemplate, nameFields, usualTemplate } from '#core/domain/name-template.ts'
import { nextFlagged } from '#core/subtitle/cue/next-flagged.ts'
import { withFolderTerms } from '#core/tasks/folder-terms.ts'
import { matrixOf } from '#core/tasks/matrix.ts'

describe('names of files in a download', () => {
  const fields = { name: 'Pilot', language: 'es', type: 'subtitle_translate', folder: 'Season 1', number: '3' }
  test.each([
    [usualTemplate, 'Pilot (es)'],
    ['{folder} {number} {name}', 'Season 1 3 Pilot'],
    ['{name}_{language}', 'Pilot_es'],
    ['{name} {unknown}', 'Pilot {unknown}'],
    ['', ''],
  ])('%s', (template, name) => expect(fillTemplate(template, fields)).toBe(name))

  test('brackets and separators go with a field that is empty', () => {
    expect(fillTemplate('{name} ({language})', { ...fields, language: '' })).toBe('Pilot')
    expect(fillTemplate('{name}_{language}', { ...fields, language: '' })).toBe('Pilot')
  })

  test('a value is taken as it is, whatever stands in it', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => `a${value.replaceAll(/\s/g, '')}b`)
    fc.assert(
      fc.property(text, (name) => {
        expect(fillTemplate('{name}', { ...fields, name })).toBe(name)
      }),
    )
    expect(nameFields.every((field) => fillTemplate(`x{${field}}`, fields).startsWith('x'))).toBe(true)
  })
})

describe('terms of a folder', () => {
  const folder = [
    { language: '', from: 'Rose', to: 'Rose' },
    { language: 'es', from: 'rose', to: 'Rosa' },
    { language: 'fr', from: 'Moon', to: 'Lune' },
  ]
  test('what was chosen goes first, then the language’s own, then those of every language', () => {
    expect(withFolderTerms([{ from: 'Sun', to: 'Sol' }], folder, 'es')).toEqual([
      { from: 'Sun', to: 'Sol' },
      { from: 'rose', to: 'Rosa' },
    ])
    expect(withFolderTerms([{ from: 'ROSE ', to: 'R.' }], folder, 'es')).toEqual([{ from: 'ROSE ', to: 'R.' }])
    expect(withFolderTerms(undefined, folder, 'de')).toEqual([{ from: 'Rose', to: 'Rose' }])
  })
  test('what is no list is left to the schema', () => {
    expect(withFolderTerms('text', folder, 'es')).toBe('text')
  })
})

/** `a:es b:fr` are tasks of files a and b; the answer is `es,fr | a es | b . fr`. */
function matrix(files: string, tasks: string): string {
  const cells = tasks.split(' ').flatMap((task, at) => {
    const [file_id = '', language = ''] = task.split(':')
    return file_id === '' ? [] : [{ file_id, language, at }]
  })
  const { languages, rows } = matrixOf(
    files.split('').map((file_id) => ({ file_id })),
    cells,
  )
  const lines = rows.map(({ file, cells: own }) => [file.file_id, ...languages.map((code) => own.get(code)?.at ?? '.')])
  return [languages.join(), ...lines.map((line) => line.join(' '))].join(' | ')
}

describe('files times languages', () => {
  test('each task stands in its place, the later of two at the same one', () => {
    expect(matrix('ab', 'a:es b:fr a:fr')).toBe('fr,es | a 2 0 | b 1 .')
    expect(matrix('a', 'a:es a:es')).toBe('es | a 1')
    expect(matrix('ab', '')).toBe(' | a | b')
  })
  test('no task of a shown file is lost', () => {
    const cell = fc.record({ file_id: fc.constantFrom('a', 'b', 'c'), language: fc.constantFrom('es', 'fr', '') })
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const { languages, rows } = matrixOf([{ file_id: 'a' }, { file_id: 'b' }, { file_id: 'c' }], cells)
        const places = new Set(cells.map(({ file_id, language }) => `${file_id} ${language}`))
        expect(rows.flatMap(({ cells: own }) => [...own.keys()]).length).toBe(places.size)
        expect(new Set(languages)).toEqual(new Set(cells.map(({ language }) => language)))
      }),
    )
  })
})

describe('the next flagged line of a folder', () => {
  // A word for each line: its video and version; with ! when the user looked at it.
  const lines = (words: string) =>
    words.split(' ').map((word, number) => ({
      ...{ video_name: word[0]!, video_id: word[0]!, file_id: word.slice(0, 2), number },
      reviewed_by: word.endsWith('!') ? 'Ann' : '',
    }))
  const from = (place: string) => ({ video_name: place[0]!, video_id: place[0]!, file_id: place })
  test.each([
    ['A1! A2 B1', 'A1', 1],
    ['A2! A1! B9 B1', 'A1', 2],
    ['A1 A1! B1! C1', 'B1', 3],
    ['A1 B1! C1! C1', 'C1', 0],
    ['A1 C1', 'B1', 1],
    ['B1 B3 C1', 'B2', 2],
    ['A1 A1', 'A1', undefined],
  ])('%s from %s', (list, place, next) => expect(nextFlagged(lines(list), from(place))?.number).toBe(next))
})
