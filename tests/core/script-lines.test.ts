import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultCueRules, unspacedCueRules } from '#core/speech/cues.ts'
import { matchScript, sentenceWords } from '#core/speech/match-script.ts'
import { scriptLines } from '#core/speech/script-lines.ts'
import type { Word } from '#core/speech/words.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'

const WORD_MS = 300
const GAP_MS = 400

/** Sentences said one after the other: each word takes 0.3 s, and 0.4 s lie between sentences. */
function said(sentences: readonly string[], unspaced = false): Word[] {
  let at = 1000
  return sentences.flatMap((sentence) => {
    at += GAP_MS
    return sentenceWords(sentence, unspaced).map((text) => {
      at += WORD_MS
      return { text: text.toLowerCase().replace(/[.,!?]/g, ''), start: at - WORD_MS, end: at }
    })
  })
}

function linesOf(script: readonly string[], heard: readonly Word[], unspaced = false) {
  const match = matchScript(script, heard, unspaced)
  const sentences = script.map((text, at) => ({ text, speaker: at % 2 === 0 ? 'ANNA' : '', row: at + 1 }))
  const rules = unspaced ? unspacedCueRules : defaultCueRules
  return { ...scriptLines(sentences, match.placed, match.added, { rules, newId: sequentialIds('c') }), match }
}

const script = [
  'The first boats leave before the sun comes up.',
  'By eight, they come back with the morning’s catch.',
  'On Sundays the market fills the whole square.',
  'People argue about the weather and the price of fish.',
]

describe('a script on its sound', () => {
  test('is found word for word', () => {
    const heard = said(script)
    const { cues, match, words, speakers, unspoken, added } = linesOf(script, heard)
    expect(match.placed.flatMap((own) => own!.map(({ start }) => start))).toEqual(heard.map(({ start }) => start))
    expect(cues.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')).toBe(script.join(' '))
    expect(words.flatMap((cue) => cue.words.map(({ start }) => start))).toEqual(heard.map(({ start }) => start))
    expect(speakers.get(cues[0]!.id)).toBe('ANNA')
    expect([unspoken, added]).toEqual([[], []])
  })

  test('a sentence that is not said, and one that is not written', () => {
    const heard = said([script[0]!, 'Nobody wrote these words down.', script[1]!, script[3]!])
    const { cues, unspoken, added } = linesOf(script, heard)
    expect(unspoken).toMatchObject([{ text: script[2], row: 3 }])
    expect(added.map(({ text }) => text)).toEqual(['nobody wrote these words down'])
    expect(added[0]!.start).toBe(heard.find(({ text }) => text === 'nobody')!.start)
    expect(cues.map(({ text }) => text.replaceAll('\n', ' '))).not.toContain(script[2])
  })

  test('misheard words stand between their neighbours', () => {
    const heard = said(['the first votes leave before the some comes up'])
    const { match, unspoken } = linesOf([script[0]!], heard)
    expect(match.placed[0]!.map(({ start }) => start)).toEqual(heard.map(({ start }) => start))
    expect(match.placed[0]!.filter(({ isHeard }) => !isHeard).map(({ text }) => text)).toEqual(['boats', 'sun'])
    expect(unspoken).toEqual([])
  })

  test('words that recognition left out take the room before the next one', () => {
    const heard = said([script[0]!]).filter(({ text }) => text !== 'before' && text !== 'the')
    const { match } = linesOf([script[0]!], heard)
    const [leave, before] = [match.placed[0]![3]!, match.placed[0]![4]!]
    expect(before.start).toBe(leave.end)
    expect(match.placed[0]![5]!.end).toBe(heard.find(({ text }) => text === 'sun')!.start)
  })

  test('Chinese, sign for sign', () => {
    const all = ['今天天气很冷，我们不出海。', '明天早上八点再见。']
    const heard = said(all, true)
    const { match, cues } = linesOf(all, heard, true)
    expect(match.placed.flatMap((own) => own!.map(({ start }) => start))).toEqual(heard.map(({ start }) => start))
    expect(cues.map(({ text }) => text.replaceAll('\n', '')).join('')).toBe(all.join(''))
  })

  test('nothing was heard', () => {
    const { cues, unspoken } = linesOf(script, [])
    expect(cues).toEqual([])
    expect(unspoken).toHaveLength(script.length)
  })
})

const word = fc.stringMatching(/^[a-z]{3,9}$/)
const sentence = fc.array(word, { minLength: 4, maxLength: 14 }).map((words) => `${words.join(' ')}.`)
const sentences = fc.uniqueArray(sentence, { minLength: 3, maxLength: 40 })

describe('laws', () => {
  test('sentences that are left out of the sound are named, and all others stand where they are said', () => {
    fc.assert(
      fc.property(sentences, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (all, left) => {
        const kept = all.map((_, at) => !left[at])
        const heard = said(all.filter((_, at) => kept[at]))
        const { placed } = matchScript(all, heard, false)
        const starts = placed.flatMap((own, at) => (kept[at] ? [own?.[0]?.start] : []))
        let at = 0
        const truth = all
          .filter((_, index) => kept[index])
          .map((text) => {
            const start = heard[at]!.start
            at += sentenceWords(text, false).length
            return start
          })
        expect(starts).toEqual(truth)
        // Words of random letters may be alike by chance, whole sentences hardly.
        expect(placed.filter((own, index) => own && !kept[index]).length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 30 },
    )
  })

  test('lines are in order, hold words of one sentence and lie within it, whatever was heard', () => {
    const noise = fc.array(fc.tuple(word, fc.nat(900), fc.nat(4)), { maxLength: 60 })
    fc.assert(
      fc.property(sentences, noise, fc.nat(), (all, odd, seed) => {
        let at = 0
        const whole = said(all).filter((_, index) => (index * 7 + seed) % 5 > 0)
        const strange = odd.map(([text, gap, place]): Word => {
          at += gap + 200
          return { text, start: at + place * 1000, end: at + place * 1000 + 200 }
        })
        const heard = [...whole, ...strange].toSorted((a, b) => a.start - b.start)
        const { cues, match, words } = linesOf(all, heard)
        const texts = all.filter((_, index) => match.placed[index])
        expect(cues.map(({ text }) => text.replaceAll('\n', ' ')).join(' ')).toBe(texts.join(' '))
        for (const [index, cue] of cues.entries()) {
          expect(cue.end).toBeGreaterThan(cue.start)
          if (index > 0) expect(cue.start).toBeGreaterThanOrEqual(cues[index - 1]!.end)
          expect(all.some((text) => text.includes(cue.text.replaceAll('\n', ' ')))).toBe(true)
          for (const { offset } of words[index]!.words) expect(cue.text.charAt(offset)).toMatch(/\S/)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('two hours are matched without a table of all words with all', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `w${(at * 7919) % 3000}x`)
    const all = Array.from({ length: 2000 }, (_, at) =>
      Array.from({ length: 10 }, (_, index) => names[(at * 31 + index * index * 17) % 3000]).join(' '),
    )
    const heard = said(all.filter((_, at) => at % 10 !== 3))
    const { placed } = matchScript(all, heard, false)
    const wrong = placed.filter((own, at) => (own === undefined) !== (at % 10 === 3))
    expect(wrong.length).toBeLessThanOrEqual(2)
  })
})
