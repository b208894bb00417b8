import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageCodes } from '#core/domain/languages.ts'
import { voiceSamples } from '#core/domain/voices.ts'
import { draftDub } from '#core/speech/dub-draft.ts'
import { speechLength } from '#core/speech/speech-length.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { tl } from '#tests/support/notation.ts'

const options = { language: 'en', mediaMs: 600_000 } as const
const verdicts = (text: string): string[] => draftDub(tl(text).cues, options).rows.map(({ verdict }) => verdict)

test('a line fits, borrows from the pause after it, is sped up, or does not fit', () => {
  expect(verdicts('a[0-3000 Good morning]')).toEqual(['fits'])
  expect(verdicts('a[0-1000 Good morning to you] b[8000-9000 Yes]')).toEqual(['borrowed', 'fits'])
  const said = 'Good morning to all of you here'
  expect(verdicts(`a[0-1500 ${said}] b[1500-3000 ${said}] c[3000-4500 ${said}] d[4500-6000 ${said}]`)).toContain('sped')
  expect(
    verdicts('a[0-500 Let me tell you what happened yesterday at the harbour] b[600-5000 Then I went home]')[0],
  ).toBe('does_not_fit')
})

test('sounds, music and lines without letters are not spoken', () => {
  expect(draftDub(tl('a[0-1000 ♪] b[1000-2000 (door)] c[2000-3000 Hi]').cues, options).rows).toHaveLength(1)
})

test('in every language the sample of its voices takes two to five seconds', () => {
  for (const language of languageCodes) {
    expect(speechLength(voiceSamples[language], language), language).toBeGreaterThan(2000)
    expect(speechLength(voiceSamples[language], language), language).toBeLessThan(5000)
  }
  expect(speechLength('…', 'en')).toBe(0)
  expect(speechLength('1984', 'en')).toBeGreaterThan(1000)
  expect(speechLength('3,5', 'en')).toBe(speechLength('35', 'en'))
})

const words = fc.array(fc.constantFrom('I', 'tell', 'harbour,', 'yesterday', 'no'), { minLength: 1, maxLength: 12 })
const drawn = fc
  .array(fc.record({ gap: fc.nat(2000), length: fc.integer({ min: 300, max: 4000 }), said: words, of: fc.nat(1) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((parts) => {
    let at = 0
    return parts.map(({ gap, length, said, of }, index): Cue => {
      const start = (at += gap)
      at += length
      return { id: `c${index}`, start, end: at, text: said.join(' '), roles: [`r${of}`] }
    })
  })

test('voices of one speaker never overlap, also after edits, and every line keeps its row', () => {
  fc.assert(
    fc.property(drawn, fc.array(fc.tuple(fc.nat(39), words), { maxLength: 5 }), fc.nat(39), (cues, edits, gone) => {
      let now: readonly Cue[] = cues
      let draft = draftDub(now, options)
      for (const [at, said] of edits) {
        now = now.map((cue, index) => (index === at ? { ...cue, text: said.join(' ') } : cue))
        draft = draftDub(now, options, draft)
      }
      now = now.filter((_, index) => index !== gone)
      draft = draftDub(now, options, draft)
      expect(draft.rows.map(({ id }) => id)).toEqual(draft.lines.map(({ id }) => id))
      for (const [speaker, rows] of Map.groupBy(draft.rows, (row) => row.speaker)) {
        const spoken = rows.filter(({ isSpoken }) => isSpoken).sort((a, b) => a.start - b.start)
        for (const [at, { start }] of spoken.entries())
          expect(start, speaker).toBeGreaterThanOrEqual(spoken[at - 1]?.end ?? 0)
      }
    }),
    { numRuns: 300 },
  )
})

test('what is not changed gives the plan from scratch', () => {
  fc.assert(
    fc.property(drawn, (cues) => {
      const draft = draftDub(cues, options)
      expect(draftDub(cues, options, draft)).toEqual(draft)
    }),
    { numRuns: 100 },
  )
})
