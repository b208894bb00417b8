import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { WordTimes, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { karaokeWords } from '#core/subtitle/formats/karaoke.ts'
import type { WordTime } from '#core/subtitle/cue/word-times.ts'

const cue = makeCue('a', 1000, 3000, 'one <i>two</i>\nthree')
const words: WordTime[] = [
  { offset: 0, start: 1200 },
  { offset: 7, start: 1600 },
  { offset: 15, start: 2250 },
]
const written = (format: Format, known: readonly WordTime[] | undefined = words): string =>
  writeSubtitle([cue], format, { words: () => known }).text

/** The words that a text of a format says, each with what follows it up to the next. */
function readBack(text: string, format: Format): string {
  const { cues, extras } = readSubtitle(text, sequentialIds('c'), { format })
  const times = new WordTimes(wordsOfFile(extras))
  return cues
    .map((one) =>
      times
        .of(one)
        ?.map(
          ({ offset, start }) =>
            `${
              one.text
                .slice(offset)
                .replace(/^<.>/, '')
                .match(/[a-z]+/)?.[0]
            }@${start}`,
        )
        .join(' '),
    )
    .join(' | ')
}

describe('times of words in a file', () => {
  test('of WebVTT stand before the words', () => {
    expect(written('vtt')).toContain('<00:00:01.200>one <i><00:00:01.600>two</i>\n<00:00:02.250>three')
    expect(written('vtt', [])).toContain('\none <i>two</i>\nthree\n')
  })

  test('of SubStation are syllables, what is said before the first one counts', () => {
    expect(written('ass')).toContain('{\\k20}{\\k40}one {\\i1}{\\k65}two{\\i0}\\N{\\k75}three')
    expect(written('ass')).toContain('&H00FFFFFF,&H00A0A0A0')
    expect(written('ass', words.slice(1))).toContain('{\\k60}one {\\i1}{\\k65}two{\\i0}\\N{\\k75}three')
    expect(written('ass', [])).toContain(',,one {\\i1}two{\\i0}\\Nthree')
    expect(written('ssa')).toContain('16777215,10526880')
  })

  test('of JSON have ends, and the words between known ones', () => {
    const json = JSON.parse(written('words', [words[0]!, words[2]!])) as {
      segments: { words: unknown[]; estimated?: true }[]
    }
    expect(json.segments[0]).not.toHaveProperty('estimated')
    expect(json.segments[0]!.words).toEqual([
      { word: 'one', start: 1.2, end: 1.725 },
      { word: 'two', start: 1.725, end: 2.25 },
      { word: 'three', start: 2.25, end: 3 },
    ])
  })

  test('are read back from each', () => {
    expect(readBack(written('vtt'), 'vtt')).toBe('one@1200 two@1600 three@2250')
    expect(readBack(written('ass'), 'ass')).toBe('one@1200 two@1600 three@2250')
    expect(readBack(written('ssa'), 'ssa')).toBe('one@1200 two@1600 three@2250')
    expect(readBack(written('words'), 'words')).toBe('one@1200 two@1600 three@2250')
  })

  test('are told as lost where a line of the file was edited and nobody knows them any more', () => {
    const file = readSubtitle('WEBVTT\n\n00:01.000 --> 00:02.000\none <00:01.300>two\n', sequentialIds('f'))
    const edited = file.cues.map((one) => ({ ...one, text: 'one two six' }))
    expect(writeSubtitle(edited, 'vtt', { extras: file.extras }).losses).toContainEqual({
      kind: 'karaoke',
      count: 1,
      first: 0,
    })
    const times = new WordTimes(wordsOfFile(file.extras))
    const kept = writeSubtitle(edited, 'vtt', { extras: file.extras, words: (one) => times.of(one) })
    expect(kept.losses).toEqual([])
    expect(kept.text).toContain('one <00:00:01.300>two six')
  })

  test.each<[string, string, string]>([
    ['syllables', '{\\k20}one {\\k30}two', '6@1000 16@1200'],
    ['syllables within a word', '{\\k20}la{\\k30}la {\\kf10}lo', '6@1000 24@1500'],
    ['times of their own', '{\\k20}one {\\kt100\\k10}two', '6@1000 22@2000'],
    ['a rest', '{\\k20}{\\k30}one{\\k10} {\\k5}two', '12@1200 27@1600'],
    ['other codes', '{\\i1\\k50}one {\\i0}and {\\K20}two', '9@1000 28@1500'],
    ['no syllables', '{\\i1}one', ''],
  ])('syllables are words: %s', (_, text, expected) => {
    expect(
      karaokeWords(text, 1000)
        .map(({ offset, start }) => `${offset}@${start}`)
        .join(' '),
    ).toBe(expected)
  })

  test('come back from a file for any words, as exactly as the format counts', () => {
    const line = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,7}$/), fc.integer({ min: 20, max: 900 })), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(line, fc.constantFrom<Format>('vtt', 'ass', 'words'), (parts, format) => {
        let [at, text] = [5000, '']
        const times = parts.map(([word, length]) => {
          text += text && ' '
          const time = { offset: text.length, start: at }
          text += word
          at += length
          return time
        })
        const one = makeCue('a', 5000, at, text)
        const file = readSubtitle(writeSubtitle([one], format, { words: () => times }).text, sequentialIds('c'), {
          format,
        })
        const [again] = file.cues
        const found = new WordTimes(wordsOfFile(file.extras)).of(again!) ?? []
        // A time at the start of the line says nothing in WebVTT.
        const wanted = format === 'ass' ? times : times.slice(1)
        expect(found.length).toBe(wanted.length)
        for (const [index, { start }] of found.entries()) {
          expect(Math.abs(start - wanted[index]!.start)).toBeLessThanOrEqual(format === 'ass' ? 10 : 0)
        }
      }),
    )
  })
})
