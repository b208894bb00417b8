import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineFlag } from '#core/domain/task.ts'
import { speakersOfCues, speakersOfSentences, speakersOfWords } from '#core/speech/speakers.ts'
import type { Word } from '#core/speech/words.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { flagAsItStands } from '#core/subtitle/cue/line-flag.ts'

const cue = (start: number, end: number, roles: string[] = []): Cue => ({ id: 'a', start, end, text: 'one two', roles })
/** Words of 400 ms, each after a letter: of a speaker; `.` ends a sentence. */
const wordsOf = (score: string): Word[] =>
  [...score.matchAll(/(\w)(\.?)/g)].map(([, text = '', mark = ''], at) => ({
    ...{ text: text + mark, start: at * 400, end: at * 400 + 400 },
  }))
const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })

describe('who says a word is as sure', () => {
  test.each<[string, ReturnType<typeof turn>[], string]>([
    ['as the turn that it is in', [turn(0, 400, 0)], '1 1'],
    ['as its share of two turns', [turn(0, 300, 0), turn(300, 400, 1)], '1 0.75'],
    ['as a guess between turns', [turn(-400, -100, 1)], 'nobody'],
  ])('%s', (_, turns, expected) => {
    const [word] = speakersOfWords(wordsOf('a'), turns)
    expect(word?.speaker === undefined ? 'nobody' : `${word.speaker} ${word.speakerSure}`).toBe(expected)
  })

  test('as a guess after the turn before it', () => {
    const [, second] = speakersOfWords(wordsOf('ab'), [turn(0, 400, 2)])
    expect(second).toMatchObject({ speaker: '3', speakerSure: 0.5 })
  })
})

test('a line is as sure as the part of its sentence that its speaker says', () => {
  const turns = [turn(0, 1200, 0), turn(1200, 1600, 1), turn(1600, 2400, 1)]
  const words = speakersOfSentences(speakersOfWords(wordsOf('abcd.ef.'), turns))
  const said = speakersOfCues([cue(0, 1600), { ...cue(1600, 2400), id: 'b' }], words)
  expect([...said]).toEqual([
    ['a', { speaker: '1', sure: 0.75 }],
    ['b', { speaker: '2', sure: 1 }],
  ])
})

test('it is a share, and whole where one speaker says all, for any turns', () => {
  const turns = fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 100, max: 900 }), fc.nat(2)), { maxLength: 8 })
  fc.assert(
    fc.property(turns, (all) => {
      const words = speakersOfSentences(
        speakersOfWords(
          wordsOf('abcd.efgh.'),
          all.map(([start, length, speaker]) => turn(start, start + length, speaker)),
        ),
      )
      for (const { sure } of speakersOfCues([cue(0, 1600), cue(1600, 3200)], words).values())
        expect(sure >= 0 && sure <= 1).toBe(true)
      const one = speakersOfSentences(speakersOfWords(wordsOf('abcd.'), [turn(0, 2000, 0)]))
      expect(speakersOfCues([cue(0, 1600)], one).get('a')?.sure).toBe(1)
    }),
  )
})

describe('what is said of a speaker', () => {
  const unsure = { verdict: 'speaker_unsure', note: '60' }
  const flag = (more: Partial<LineFlag>): LineFlag => ({
    ...{ cue_id: 'a', rate: 1, ...unsure, cue: { start: 0, end: 9, text: 'one two', roles: ['r1'] } },
    ...more,
  })
  const doubtful = { verdict: 'doubtful', note: 'one' }

  test.each<[string, LineFlag, Cue, string]>([
    ['holds while the speaker is the same', flag({}), cue(0, 9, ['r1']), 'speaker_unsure'],
    ['does not after it is another', flag({}), cue(0, 9, ['r2']), 'none'],
    ['does not after there are two', flag({}), cue(0, 9, ['r1', 'r2']), 'none'],
    ['goes with the text', flag({}), cue(0, 8, ['r1']), 'none'],
    ['leaves the rest', flag({ ...doubtful, also: [unsure] }), cue(0, 9, ['r2']), 'doubtful'],
    ['stands beside the rest', flag({ ...doubtful, also: [unsure] }), cue(0, 9, ['r1']), 'doubtful speaker_unsure'],
  ])('%s', (_, known, line, expected) => {
    const standing = flagAsItStands(known, line)
    const verdicts = standing ? [standing.verdict, ...(standing.also ?? []).map(({ verdict }) => verdict)] : ['none']
    expect(verdicts.join(' ')).toBe(expected)
  })
})
