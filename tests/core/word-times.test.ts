import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOfCues } from '#core/speech/cue-words.ts'
import { defaultCueRules, wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { type Cue, partId, sequentialIds, shifted } from '#core/subtitle/cue/cue.ts'
import { type CueWords, WordTimes, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'

const cue = (start: number, end: number, text: string, id = 'a'): Cue => ({ id, start, end, text, roles: [] })
/** `one@100 two@400` as words that last 200 ms. */
const heard = (line: string): Word[] =>
  [...line.matchAll(/(\S+)@(\d+)/g)].map(([, text = '', start]) => ({
    ...{ text, start: Number(start), end: Number(start) + 200 },
  }))
const show = (cues: readonly CueWords[]): string =>
  cues
    .map(({ text, words }) => words.map((word) => `${text.slice(word.offset)}@${word.start}`).join(' | '))
    .join(' || ')

describe('words of cues', () => {
  test.each<[string, string, string, boolean, string]>([
    ['in order', 'one two', 'one@100 two@400', false, 'one two@100 | two@400'],
    ['over two rows', 'one\ntwo', 'one@100 two@400', false, 'one\ntwo@100 | two@400'],
    ['spelt otherwise', 'Weather, too', 'whether@100 too@400', false, 'Weather, too@100 | too@400'],
    ['one was not heard', 'one big two', 'one@100 two@400', false, 'one big two@100 | two@400'],
    ['by sign where there are no blanks', '你好吗', '你好@100 吗@400', true, '你好吗@100 | 好吗@200 | 吗@400'],
  ])('%s', (_, text, words, unspaced, expected) => {
    expect(show(wordsOfCues([cue(0, 1000, text)], heard(words), unspaced))).toBe(expected)
  })

  test('nothing of what was said elsewhere', () => {
    expect(wordsOfCues([cue(0, 1000, 'one two')], heard('one@4000 two@4300'), false)).toEqual([])
  })

  test('have times in order, and a place each in their text, for any words', () => {
    const word = fc.tuple(fc.stringMatching(/^[a-z]{2,9}[.,?]?$/), fc.integer({ min: 50, max: 900 }))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (parts) => {
        let at = 0
        const words = parts.map(([text, length]) => ({ text, start: at, end: (at += length) }))
        const cues = wordsToCues(words, defaultCueRules, sequentialIds('c'))
        for (const { words: found, text } of wordsOfCues(cues, words, false)) {
          expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).sort((a, b) => a - b))
          expect(new Set(found.map(({ offset }) => offset)).size).toBe(found.length)
          for (const { offset } of found) expect(text.charAt(offset)).toMatch(/\S/)
        }
      }),
    )
  })
})

describe('words of an edited cue', () => {
  const words = [0, 4, 8].map((offset, index) => ({ offset, start: 1000 + index * 300 }))
  const times = new WordTimes([{ cue_id: 'a', start: 1000, end: 2000, text: 'one two six', words }])
  const after = (edited: Cue): string =>
    times
      .of(edited)
      ?.map(({ offset, start }) => `${offset}@${start}`)
      .join(' ') ?? 'unknown'

  test.each<[string, Cue, string]>([
    ['as it was', cue(1000, 2000, 'one two six'), '0@1000 4@1300 8@1600'],
    ['moved', cue(1500, 2500, 'one two six'), '0@1500 4@1800 8@2100'],
    ['with another end', cue(1000, 2400, 'one two six'), '0@1000 4@1300 8@1600'],
    ['its first half', cue(1000, 1299, 'one'), '0@1000'],
    ['its second half', cue(1300, 2000, 'two six', partId('b', 'a')), '0@1300 4@1600'],
    ['with a word spelt otherwise', cue(1000, 2000, 'one too six'), '0@1000 4@1300 8@1600'],
    ['with a word more', cue(1000, 2000, 'one and two six'), '0@1000 8@1300 12@1600'],
    ['with a word less', cue(1000, 2000, 'one six'), '0@1000 4@1600'],
    ['with capitals and signs', cue(1000, 2000, '<i>“One,</i> two… six”'), '4@1000 13@1300 18@1600'],
    ['with another text', cue(1000, 2000, 'nothing like it'), 'unknown'],
    ['its first half, moved', cue(3000, 3300, 'one'), '0@3000'],
    ['its second half, moved', cue(3300, 4000, 'two six', partId('b', 'a')), '0@3300 4@3600'],
    ['with a later start', cue(1400, 2000, 'one two six'), '4@1400 8@1600'],
    ['with an earlier end', cue(1000, 1500, 'one two six'), '0@1000 4@1300'],
    ['of another cue', cue(1000, 2000, 'one two six', 'z'), 'unknown'],
    ['emptied', cue(1000, 2000, ''), 'unknown'],
  ])('%s', (_, edited, expected) => {
    expect(after(edited)).toBe(expected)
  })

  test('are those of both where the next line was joined to it, and move with them', () => {
    const two = [2600, 3000].map((start, index) => ({ offset: index * 4, start }))
    const lines = new WordTimes([
      { cue_id: 'a', start: 1000, end: 2000, text: 'one two six', words },
      { cue_id: 'b', start: 2500, end: 3500, text: 'ten one', words: two },
    ])
    const joined = cue(1000, 3500, 'one two six ten one')
    expect(lines.of(joined, (id) => id === 'a')).toEqual([
      ...words,
      { offset: 12, start: 2600 },
      { offset: 16, start: 3000 },
    ])
    expect(lines.of(shifted(joined, 500), (id) => id === 'a')?.map(({ start }) => start)).toEqual([
      1500, 1800, 2100, 3100, 3500,
    ])
    // The first of them has no times itself.
    const late = cue(2000, 3500, 'no times ten one', 'z')
    expect(lines.of(late, (id) => id !== 'b')?.map(({ offset }) => offset)).toEqual([9, 13])
    expect(lines.of(late)).toBeUndefined()
    const unsaid = new WordTimes([{ cue_id: 'b', start: 2500, end: 3500, text: 'ten one', words: two.slice(1) }])
    expect(unsaid.of(late, () => false)?.map(({ start }) => start)).toEqual([2500, 3000])
    // The first word of the other, whose time its file does not say, begins with that line.
    const files = new WordTimes([
      { cue_id: 'a', start: 1000, end: 2000, text: 'one two six', words },
      { cue_id: 'b', start: 2500, end: 3500, text: 'ten one', words: two.slice(1) },
    ])
    expect(files.of(joined, (id) => id === 'a')?.slice(3)).toEqual([
      { offset: 12, start: 2500 },
      { offset: 16, start: 3000 },
    ])
    // While the other line is there, its words are its own.
    expect(lines.of(joined)).toEqual(words)
  })

  test('come from a file that says them', () => {
    const file = readSubtitle(
      'WEBVTT\n\n00:01.000 --> 00:02.000\none <00:01.300>two\n\n00:03.000 --> 00:04.000\nthree\n',
      sequentialIds('f'),
    )
    expect(wordsOfFile(file.extras).map(({ cue_id, words }) => [cue_id, words])).toEqual([
      ['f1', [{ offset: 4, start: 1300 }]],
    ])
  })
})

describe('words of some lines that are heard again', () => {
  const line = (cue_id: string, start: number, end: number): CueWords => ({
    ...{ cue_id, start, end, text: cue_id, words: [{ offset: 0, start }] },
  })
  const before = new WordTimes([line('a', 0, 1000), line('b', 1000, 2000), line('c', 3000, 4000)])
  const idsOf = (times: WordTimes): string => times.lines.map(({ cue_id }) => cue_id).join(' ')

  test.each<[string, CueWords[], string[], string]>([
    ['come between those that stay', [line('n', 2000, 3000)], ['a', 'b', 'c'], 'a b n c'],
    ['take the place of those in their time that are gone', [line('n', 500, 1500)], ['c'], 'n c'],
    ['leave those in their time that are there', [line('n', 500, 1500)], ['a', 'c'], 'a n c'],
    ['leave gone ones elsewhere: they may be part of another line', [line('n', 500, 900)], ['a'], 'a n b c'],
    ['come once for a line', [line('b', 1100, 2000)], ['a', 'b', 'c'], 'a b c'],
  ])('%s', (_, fresh, there, expected) => {
    expect(idsOf(before.with(fresh, (id) => there.includes(id)))).toBe(expected)
  })

  test('are in order of time, and none that was heard is missing, for any lines', () => {
    const lines = (prefix: string) =>
      fc
        .array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 900 })), { maxLength: 12 })
        .map((all) => all.map(([start, length], at) => line(`${prefix}${at}`, start, start + length)))
    fc.assert(
      fc.property(lines('a'), lines('n'), fc.func(fc.boolean()), (old, fresh, isThere) => {
        const { lines: all } = new WordTimes(old).with(fresh, isThere)
        expect(all.every(({ start }, at) => start >= (all[at - 1]?.start ?? 0))).toBe(true)
        expect(all).toEqual(expect.arrayContaining(fresh))
        const stays = old.filter((one) => fresh.every(({ start, end }) => one.end <= start || end <= one.start))
        expect(all).toEqual(expect.arrayContaining(stays))
      }),
    )
  })
})
