import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { isUnspaced, type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import { type CueRules, wordsInCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'

const rate = { num: 25, den: 1 }
const rulesFor = (id: ProfileId, language: LanguageCode = 'en', shotChanges: readonly number[] = []): CueRules =>
  cueRulesOf(profiles[id], { language, rate, shotChanges })

/** One sentence; each word takes `ms`, and the next one begins at once. */
const said = (text: string, ms = 300, from = 1000): Word[] =>
  text.split(' ').map((word, at) => ({ text: word, start: from + at * ms, end: from + (at + 1) * ms }))

const shown = (words: readonly Word[], rules: CueRules): string[] =>
  wordsInCues(words, rules, sequentialIds('c')).map(({ cue }) => `${cue.start}-${cue.end} ${cue.text}`)

describe('a profile', () => {
  const long = said('they want to know about the weather and the price of fish and when the boats come back again')
  test.each([
    ['netflix', 42],
    ['bbc', 37],
    ['vertical', 24],
    ['bbc-vertical', 25],
  ] as const)('%s has rows of at most %d letters', (id, most) => {
    const rows = wordsInCues(long, rulesFor(id), sequentialIds('c')).flatMap(({ cue }) => cue.text.split('\n'))
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(most)
    expect(Math.max(...rows.map((row) => row.length))).toBeGreaterThan(most / 2)
  })

  test('of the product has lines as for the hard of hearing, which are within its own numbers in every language', () => {
    for (const language of languageCodes) {
      const [rules, own] = [rulesFor('cuelane', language), limitsOf(profiles.cuelane, { language, rate })]
      expect(rules).toMatchObject({ maxLines: 2, limits: own })
      expect(rules.maxLineLength).toBeLessThanOrEqual(own.lineLength)
      expect(rules.maxCps).toBeLessThanOrEqual(own.cps)
      expect(rules.maxDurationMs).toBeLessThanOrEqual(own.maxDuration)
      expect(rules.minDurationMs).toBeGreaterThanOrEqual(own.minDuration)
      expect(rules.gapMs).toBeGreaterThanOrEqual(own.gap)
    }
  })

  test('that counts words gives them their time where there is room', () => {
    const quick = said('so it is as it is', 100, 0)
    expect(shown(quick, rulesFor('netflix'))).toEqual(['0-850 so it is as it is'])
    expect(shown(quick, rulesFor('bbc'))).toEqual(['0-1100 so it is as it is'])
  })
})

test('the last line is no longer than the video', () => {
  const words = said('my', 300, 11_650)
  const last = (duration?: number) =>
    shown(words, cueRulesOf(profiles.netflix, { language: 'en', rate, ...(duration !== undefined && { duration }) }))
  expect(last()).toEqual(['11650-12483 my'])
  expect(last(12_000)).toEqual(['11650-12000 my'])
})

describe('shot changes', () => {
  test('a cue comes in and goes out with the shots where the profile asks for it', () => {
    const words = said('good morning and welcome to our harbour', 300, 1000)
    const timesFor = (id: ProfileId) => shown(words, rulesFor(id, 'en', [760, 3400])).map((cue) => cue.split(' ')[0])
    expect(timesFor('netflix')).toEqual(['760-3320'])
    expect(timesFor('bbc')).toEqual(['1000-3400'])
    expect(timesFor('ebu-teletext')).toEqual(['1000-3220'])
  })

  test('a break falls beside one rather than at another comma', () => {
    const words = said('when it rains, we stay in the house, when it shines, we go out and walk along the sea', 300, 0)
    const first = (shots: readonly number[]) => shown(words, rulesFor('cuelane', 'en', shots))[0]?.replaceAll('\n', ' ')
    expect(first([900])).toContain('when it rains,')
    expect(first([900])).not.toContain('we stay')
    expect(first([2400])).toMatch(/the house,$/)
  })
})

const spaced = fc.oneof(fc.stringMatching(/^[a-z]{1,10}[.,?]?$/), fc.constantFrom('and', 'which', 'yes.'))
const unspaced = fc
  .array(fc.constantFrom(...'一人今日空里面他你我เกม', 'ที่'), { minLength: 1, maxLength: 4 })
  .chain((letters) => fc.constantFrom('', '。', '，', '？').map((end) => `${letters.join('')}${end}`))
const aWord = fc.record({
  spaced,
  unspaced,
  gap: fc.oneof(fc.constant(0), fc.nat(1500)),
  length: fc.integer({ min: 50, max: 900 }),
  speaker: fc.constantFrom('A', 'A', 'A', 'B'),
})
const asked = fc.record({
  parts: fc.array(aWord, { maxLength: 60 }),
  id: fc.constantFrom(...profileIds),
  language: fc.constantFrom<LanguageCode>('en', 'de', 'ru', 'zh_cn', 'ja', 'ko', 'th'),
  shotChanges: fc
    .uniqueArray(fc.integer({ min: 1, max: 90_000 }), { maxLength: 40 })
    .map((times) => times.toSorted((a, b) => a - b)),
})

test('in every profile and language no word is lost, and lines keep to the numbers', () => {
  fc.assert(
    fc.property(asked, ({ parts, id, language, shotChanges }) => {
      let at = 0
      const kind = isUnspaced(language) ? 'unspaced' : 'spaced'
      const words = parts.map(({ gap, length, speaker, ...text }): Word => {
        const start = at + gap
        at = start + length
        return { text: text[kind], start, end: at, speaker }
      })
      const rules = rulesFor(id, language, shotChanges)
      const lines = wordsInCues(words, rules, sequentialIds('c'))
      const blank = kind === 'unspaced' ? '' : ' '
      expect(lines.flatMap((line) => line.words)).toEqual(words)
      for (const [index, { cue, words: own }] of lines.entries()) {
        expect(cue.text.replaceAll('\n', blank)).toBe(own.map(({ text }) => text).join(blank))
        expect(new Set(own.map(({ speaker }) => speaker)).size).toBe(1)
        expect(cue.text.split('\n').length).toBeLessThanOrEqual(rules.maxLines)
        const { lineCharacters } = textStatistics(cue.text)
        for (const length of lineCharacters) expect(length).toBeLessThanOrEqual(rules.maxLineLength)
        expect(cue.end).toBeGreaterThan(cue.start)
        expect(cue.end - cue.start).toBeLessThanOrEqual(rules.maxDurationMs)
        const next = lines[index + 1]?.cue
        if (next) expect(next.start).toBeGreaterThanOrEqual(cue.end)
      }
      const cues = lines.map(({ cue }) => cue)
      const { limits } = rules
      if (!limits) return
      const wrong = [...checkAll(cues, limits, shotChanges).values()].flat().map(({ rule }) => rule)
      for (const rule of ['line_length', 'line_count', 'max_duration', 'sequence_time_error', 'line_time_error'])
        expect(wrong).not.toContain(rule)
      const only = new Set(['shot_in', 'shot_out', 'min_gap', 'chain_gap'] as const)
      expect(fixAll(cueList(cues), limits, { shotChanges, only }).patch).toEqual([])
    }),
  )
})
