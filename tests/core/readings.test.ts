import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { baseDirection, isRightToLeft, textDirection } from '#core/subtitle/text/direction.ts'
import { leftOver, offersMore, type Reading, withReading } from '#core/subtitle/cue/readings.ts'
import { textChanges } from '#core/subtitle/text/text-changes.ts'

const line = makeCue('a', 0, 1000, 'as it is')
const reading = (text: string): Reading => ({ cueId: 'a', cue: { ...line, text } })

describe('other readings of a line', () => {
  test('a conflict leaves over what the merged list does not have', () => {
    const theirs = { ...line, text: 'theirs' }
    expect(leftOver({ id: 'a', mine: line, theirs })).toEqual({ cueId: 'a', cue: theirs })
    expect(leftOver({ id: 'a', mine: line, theirs: undefined })).toEqual({ cueId: 'a', cue: undefined })
    expect(leftOver({ id: 'a', mine: undefined, theirs })).toEqual({ cueId: 'a', cue: undefined })
  })

  test('no text goes: each reading is open, or stands in the line or in a newer reading', () => {
    const words = fc.stringMatching(/^[ab ]{0,4}$/)
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), words, (texts, said) => {
        const now = { ...line, text: said }
        let open: readonly Reading[] = []
        for (const text of texts) open = withReading(open, reading(text), now)
        for (const text of texts)
          expect([said, ...open.map(({ cue }) => cue!.text)].some((each) => each.includes(text))).toBe(true)
        for (const each of open) expect(offersMore(each, now)).toBe(true)
        expect(new Set(open.map(({ cue }) => cue!.text)).size).toBe(open.length)
      }),
    )
  })

  test('letters typed on make one reading; another time, a deleted line and other words are readings of their own', () => {
    const typed = ['O', 'ON', 'ONE']
      .map(reading)
      .reduce((open, each) => withReading(open, each, line), [] as readonly Reading[])
    expect(typed.map(({ cue }) => cue?.text)).toEqual(['ONE'])
    const moved = { cueId: 'a', cue: { ...line, end: 1500 } }
    const all = [moved, { cueId: 'a', cue: undefined }, reading('TWO')].reduce(
      (open, each) => withReading(open, each, line),
      typed,
    )
    expect(all).toHaveLength(4)
    expect(offersMore(reading('as it is'), line)).toBe(false)
    expect(offersMore(reading('x'), undefined)).toBe(false)
    expect(withReading([], reading('x'), undefined)).toHaveLength(1)
    expect(withReading([], { cueId: 'a', cue: undefined }, undefined)).toEqual([])
  })
})

describe('what changes in a text', () => {
  test('both texts can be read off the parts', () => {
    const text = fc.stringMatching(/^[a-c éאب🙂,\n]{0,30}$/u)
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = textChanges(before, after)
        const read = (gone: string): string =>
          parts
            .filter(({ kind }) => kind !== gone)
            .map(({ text: each }) => each)
            .join('')
        expect(read('in')).toBe(before)
        expect(read('out')).toBe(after)
        expect(parts.every(({ text: each }) => each !== '')).toBe(true)
      }),
    )
  })

  test('letters of words that change, and whole words from right to left', () => {
    const shown = (before: string, after: string): string =>
      textChanges(before, after)
        .map(({ kind, text }) => (kind === 'out' ? `[-${text}]` : kind === 'in' ? `[+${text}]` : text))
        .join('')
    expect(shown('The Harbour is old', 'The Harbor is old')).toBe('The Harbo[-u]r is old')
    expect(shown('at 00:00:01,234', 'at 00:00:01,240')).toBe('at 00:00:01,2[-34][+40]')
    expect(shown('one two three', 'one three')).toBe('one [-two ]three')
    expect(shown('', 'new')).toBe('[+new]')
    expect(shown('قال الرجل', 'قال الرجال')).toBe('قال [-الرجل][+الرجال]')
    expect(shown('a👨‍👩‍👧b', 'a👨‍👩‍👦b')).toBe('a[-👨‍👩‍👧][+👨‍👩‍👦]b')
  })
})

describe('the direction of a text', () => {
  test.each(['ar', 'he', 'fa', 'ur', 'ar-EG', 'yi', 'ckb', 'uz-Arab', 'ar_sa'])(
    '%s is written from right to left',
    (tag) => {
      expect(isRightToLeft(tag)).toBe(true)
      expect(textDirection('(المشروع): …؟', tag)).toBe('rtl')
      expect(textDirection('12:30!', tag)).toBe('rtl')
      expect(textDirection('', tag)).toBe('rtl')
      expect(textDirection('NASA تعلن', tag)).toBe('rtl')
      expect(textDirection('OK!', tag)).toBe('ltr')
    },
  )

  test.each(['en', 'zh_cn', 'ja', 'az', 'ku-Latn', 'ar-Latn', 'und'])(
    '%s is not; letters from right to left decide for themselves',
    (tag) => {
      expect(isRightToLeft(tag)).toBe(false)
      expect(textDirection('as it is', tag)).toBeUndefined()
      expect(textDirection('he said שלום', tag)).toBe('auto')
      expect(textDirection('שלום', undefined)).toBe('auto')
    },
  )

  test('on a canvas the first letter decides where the language does not', () => {
    expect(baseDirection('- שלום NASA', 'en')).toBe('rtl')
    expect(baseDirection('NASA שלום', 'en')).toBe('ltr')
    expect(baseDirection('NASA שלום', 'he')).toBe('rtl')
    expect(baseDirection('as it is', undefined)).toBe('ltr')
  })
})
