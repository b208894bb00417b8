import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fittedRows, type RowRoom } from '#core/subtitle/text/fitted-rows.ts'
import { fontFamilies } from '#core/subtitle/text/fonts.ts'
import { letterWidth } from '#core/subtitle/text/letter-widths.ts'
import { lettersOf } from '#core/subtitle/text/letters.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'

const room: RowRoom = { width: 648, size: 50, face: { font: 'Noto Sans', bold: false } }
const widthOf = (row: string, { face }: RowRoom): number =>
  lettersOf(row).reduce((sum, letter) => sum + letterWidth(letter, face), 0)

describe('rows that fit into the picture', () => {
  test('a text whose words fit stays as it is', () => {
    const text = 'A row with words of usual lengths\n<i>and a second one</i>'
    expect(fittedRows(text, room)).toEqual({ text, size: 50 })
  })

  test('a word that is a little too wide makes the letters smaller', () => {
    const { text, size } = fittedRows('The Rechtsschutzversicherungsgesellschaft', room)
    expect(text).toBe('The Rechtsschutzversicherungsgesellschaft')
    expect([size < 50, size >= 35]).toEqual([true, true])
  })

  test('a far wider word is broken, an address after its signs', () => {
    const { text, size } = fittedRows('see https://www.example.com/a/very/long/path/to/something/else', room)
    expect(text.split('\n')).toEqual(['see https://www.example.com/', 'a/very/long/path/to/something/', 'else'])
    expect(size).toBe(50)
  })

  test('Chinese and Japanese rows have at most 20 signs, also where more would fit', () => {
    const rows = fittedRows('一'.repeat(34), { ...room, width: 5000 }).text.split('\n')
    expect(rows.map((row) => row.length)).toEqual([16, 18])
  })

  test('no word is wider than the room and no letter is lost, whatever the text', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abimWÄßжЩ/-.1é'), minLength: 1, maxLength: 90 })
    const face = fc.record({ font: fc.constantFrom(...fontFamilies), bold: fc.boolean() })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), face, (words, chosen) => {
        const given = { ...room, face: chosen }
        const { text, size } = fittedRows(words.join(' '), given)
        expect(text.replaceAll(/\s/g, '')).toBe(words.join(''))
        for (const part of text.split(/\s/)) expect(widthOf(part, given) * size).toBeLessThanOrEqual(room.width + 0.01)
      }),
    )
  })

  test('no row of signs is longer than 20, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'中文字幕行，。かなカナ'), minLength: 1, maxLength: 90 }),
        (text) => {
          for (const row of fittedRows(text, { ...room, width: 4000 }).text.split('\n'))
            expect(textStatistics(row).fullWidths).toBeLessThanOrEqual(22)
        },
      ),
    )
  })
})
