import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { phraseSpans } from '#core/translate/phrases.ts'
import { timesAfter, withReadingTimes } from '#core/translate/reading-times.ts'
import { shorterTexts } from '#core/translate/shorter.ts'
import { numbersOf } from '#core/translate/verify.ts'
import { passagesOf } from '#core/translate/passages.ts'
import { sentencesOf } from '#core/translate/sentences.ts'
import { translatedCues } from '#core/translate/translated.ts'

const limits = limitsOf(profiles.netflix, { language: 'es' })

/** Cues by `start-end`, and the milliseconds that each needs; `-` one that stays. */
function timed(cues: string, needs: string): string {
  const list = cues.split(' ').map((text, at) => {
    const [start = 0, end = 0] = text.split('-').map(Number)
    return makeCue(`c${at}`, start, end, 'x')
  })
  const wanted = needs.split(' ').map((text) => (text === '-' ? undefined : Number(text)))
  const done = withReadingTimes(list, wanted, limits)
  return done.map(({ start, end }) => `${start}-${end}`).join(' ')
}

describe('time to read', () => {
  test.each([
    // From the gap behind, up to the limits' gap.
    ['0-1000 2000-3500', '1500 900', '0-1500 2000-3500'],
    ['0-1000 1500-3000', '1420 900', '0-1420 1500-3000'],
    // Then from the gap before.
    ['0-1000 2000-3000 3001-4000', '900 1150 999', '0-1000 1850-3000 3001-4000'],
    // Then from neighbours that can spare it, whose gap stays.
    ['0-1000 1001-4000', '1150 1000', '0-1150 1151-4000'],
    ['0-3000 3001-4000 4001-5001', '1000 1150 1000', '0-2849 2850-4000 4001-5001'],
    // What is not enough takes the gap behind alone.
    ['0-1000 1100-4000', '2500 1000', '0-1020 1100-4000'],
    ['0-1000 1100-4000', '1220 -', '0-1020 1100-4000'],
    // Overlapping lines and their neighbours stay.
    ['0-1000 900-3000', '1100 1000', '0-1000 900-3000'],
    ['0-9000 1000-2000', '- 1500', '0-9000 1000-2000'],
    // Nor does a later one come into a line that goes on behind the one before.
    ['0-9000 1000-2000 9050-9150 9200-9900', '- - 300 -', '0-9000 1000-2000 9050-9150 9200-9900'],
    ['0-1000 5000-6000', '900 900', '0-1000 5000-6000'],
  ])('%s with %s is %s', (cues, needs, made) => expect(timed(cues, needs)).toBe(made))

  const spans = fc.array(
    fc.record({
      pause: fc.integer({ min: -300, max: 1500 }),
      long: fc.integer({ min: 100, max: 6000 }),
      need: fc.option(fc.integer({ min: 0, max: 7000 }), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  test('nothing comes to overlap, gaps and reading times of others stay, and edges move by little', () => {
    fc.assert(
      fc.property(spans, (list) => {
        let at = 500
        const cues: Cue[] = list.map(({ pause, long }, index) => {
          const start = Math.max(0, at + pause)
          at = start + long
          return makeCue(`c${index}`, start, at, 'x')
        })
        const done = withReadingTimes(
          cues,
          list.map(({ need }) => need),
          limits,
        )
        done.forEach((cue, index) => {
          const was = cues[index]!
          const need = list[index]?.need
          if (need === undefined) expect(cue).toEqual(was)
          expect(Math.abs(cue.start - was.start)).toBeLessThanOrEqual(400)
          expect(cue.end - was.end).toBeLessThanOrEqual(1200)
          const [length, before] = [cue.end - cue.start, was.end - was.start]
          if (length < before) expect(length).toBeGreaterThanOrEqual(Math.max(need ?? 0, limits.minDuration))
        })
        const byTime = cues.map((_, index) => index).sort((a, b) => cues[a]!.start - cues[b]!.start || a - b)
        byTime.slice(1).forEach((index, place) => {
          const ended = (all: readonly Cue[]): number =>
            Math.max(...byTime.slice(0, place + 1).map((one) => all[one]!.end))
          const [gap, gapWas] = [done[index]!.start - ended(done), cues[index]!.start - ended(cues)]
          expect(gap).toBeGreaterThanOrEqual(Math.min(gapWas, limits.gap))
        })
        timesAfter(cues, limits).forEach((longer) => expect(longer).toBeGreaterThanOrEqual(0))
      }),
    )
  })
})

describe('shorter words', () => {
  const last = (text: string, language: LanguageCode): string => shorterTexts(text, language).at(-1) ?? text
  test.each<[LanguageCode, string, string]>([
    ['es', 'Aquella casa va a gustar a todos.', 'Esa casa gustará a todos.'],
    ['es', 'Voy a tener que ir.', 'Voy a tener que ir.'],
    ['es', 'Vamos a bailar.', 'Vamos a bailar.'],
    ['es', 'Tienes que ver eso.', 'Tienes que ver eso.'],
    ['es', 'Tienes que venir, por supuesto.', 'Debes venir, claro.'],
    ['es', 'No es realmente así.', 'No es así.'],
    ['fr', 'Il va chanter parce que cela plaît.', 'Il chantera car ça plaît.'],
    ['fr', 'Va chercher !', 'Va chercher !'],
    ['fr', 'Je vais voir.', 'Je vais voir.'],
    ['en', 'I do not know what it is.', "I don't know what it is."],
    ['en', 'She is here and I am not.', "She's here and I'm not."],
    ['it', 'Tuttavia, adesso va.', 'Ma ora va.'],
    ['zh_cn', '其实很好。', '很好。'],
    ['ru', 'Дом стоит.', 'Дом стоит.'],
  ])('%s: %s', (language, text, short) => expect(last(text, language)).toBe(short))

  const words = fc.array(
    fc.constantFrom(
      'aquel',
      'no',
      'va a',
      'cantar',
      '1.250',
      'Mia',
      'realmente',
      'tienes que',
      'naturalmente,',
      'ir.',
      'nunca',
    ),
    { minLength: 1, maxLength: 12 },
  )
  test('each is shorter than the one before and keeps numbers, names and negations', () => {
    fc.assert(
      fc.property(words, (said) => {
        const text = said.join(' ')
        const kept = (of: string): string[] =>
          of.match(/(?<!\p{L})(?:no|nunca|Mia)(?!\p{L})/giu)?.map((word) => word.toLowerCase()) ?? []
        let before = text
        for (const shorter of shorterTexts(text, 'es')) {
          expect(shorter.length).toBeLessThan(before.length)
          expect(numbersOf(shorter)).toEqual(numbersOf(text))
          expect(kept(shorter)).toEqual(kept(text))
          before = shorter
        }
      }),
    )
  })

  const translatedTo = (cues: readonly Cue[], text: string, keepsTimes = false) => {
    const taken = cues.map((cue) => passagesOf(cue.text))
    const sentences = sentencesOf(cues, taken)
    const original = limitsOf(profiles.netflix, { language: 'en' })
    const checks = {
      from: 'en',
      to: 'es',
      limits,
      original,
      names: new Set<string>(),
      glossary: [],
      keepsTimes,
    } as const
    return translatedCues(cues, taken, sentences, [{ text }], checks)
  }
  test('words stay where the gap behind gives enough time', () => {
    const alone = [makeCue('a', 0, 1500, 'They will like that house.')]
    const tight = [...alone, makeCue('b', 1580, 3000, '{\\p1}m 0 0 l 1 1{\\p0}')]
    const long = 'Les va a gustar aquella casa.'
    expect(translatedTo(alone, long).cues[0]).toMatchObject({ end: 1706, text: long })
    expect(translatedTo(tight, long).cues[0]).toMatchObject({ end: 1500, text: 'Les va a gustar esa casa.' })
    expect(translatedTo(alone, long, true).cues[0]).toMatchObject({ end: 1500, text: 'Les va a gustar esa casa.' })
  })
})

test.each([
  ['Stop, please, guys.', ['por favor']],
  ['Right, of course.', ['Bien', 'claro']],
  ['The right one is really big, you know?', ['sabes']],
  ['Please sit down. I know you know.', []],
])('phrases that are clauses of their own: %s', (text, phrases) => {
  const spans = phraseSpans(text, 'es')
  expect([...spans].sort((a, b) => a.from - b.from).map((span) => span.text)).toEqual(phrases)
  expect(phraseSpans(text, 'ru')).toEqual([])
})
