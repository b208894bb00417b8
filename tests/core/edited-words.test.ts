import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue, partId, shifted } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { type CueWords, WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { applyPatch, replacePatch } from '#core/subtitle/cue/patch.ts'
import type { WordTime } from '#core/subtitle/cue/word-times.ts'
import { setEdge } from '#core/timing/move.ts'
import { mergeDown, removeCues } from '#core/timing/cues.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { splitCue } from '#core/timing/split.ts'

const rules = { ...defaultRules, duration: 10_000_000 }

/** Cues of some words, each with a time. */
const heard = fc
  .array(
    fc.record({
      words: fc.array(
        fc.tuple(
          fc.constantFrom(...'one two three four five six sea sky'.split(' ')),
          fc.integer({ min: 40, max: 900 }),
        ),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      pause: fc.integer({ min: 10, max: 3000 }),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((lines): CueWords[] => {
    let at = 1000
    return lines.map(({ words, pause }, index) => {
      const start = at
      let text = ''
      const times: WordTime[] = words.map(([word, length]) => {
        text += text && ' '
        const time = { offset: text.length, start: at }
        text += word
        at += length
        return time
      })
      const line = { cue_id: `c${index}`, start, end: at + 40, text, words: times }
      at += 40 + pause
      return line
    })
  })

const cuesOf = (lines: readonly CueWords[]): CueList =>
  cueList(lines.map(({ cue_id, start, end, text }) => makeCue(cue_id, start, end, text)))

const edit = fc.record({
  kind: fc.constantFrom('split', 'caret', 'merge', 'shift', 'stretch', 'start', 'end', 'text', 'drop', 'delete'),
  at: fc.nat(),
  by: fc.double({ min: 0, max: 1, noNaN: true }),
})
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never

/** What the editor's own commands make of a list. */
function edited(list: CueList, { kind, at, by }: Edit, step: number): CueList {
  const cue = list.at(at % Math.max(1, list.length))
  if (!cue) return list
  const newId = (partOf?: string): string => (partOf === undefined ? `n${step}` : partId(`n${step}`, partOf))
  const take = (outcome: ReturnType<typeof splitCue>): CueList => (outcome.ok ? applyPatch(list, outcome.value) : list)
  const all = (move: (one: Cue) => Cue): CueList => applyPatch(list, replacePatch(list, list.cues.map(move)))
  const become = (text: string): CueList => applyPatch(list, replacePatch(list, [{ ...cue, text }]))
  const middle = Math.round(cue.start + (cue.end - cue.start) * by)
  switch (kind) {
    case 'split':
      return take(splitCue(list, cue.id, { time: middle }, rules, newId))
    case 'caret':
      return take(splitCue(list, cue.id, { caret: Math.round(cue.text.length * by) }, rules, newId))
    case 'merge':
      return take(mergeDown(list, cue.id))
    case 'shift':
      return all((one) => shifted(one, Math.round(by * 5000)))
    case 'stretch':
      return all((one) => ({
        ...one,
        start: Math.round(one.start * (0.9 + by / 5)),
        end: Math.round(one.end * (0.9 + by / 5)),
      }))
    case 'start':
    case 'end':
      return applyPatch(list, setEdge(list, cue.id, kind, middle, rules))
    case 'text':
      return become(
        `${cue.text.slice(0, Math.round(cue.text.length * by))} sea ${cue.text.slice(Math.round(cue.text.length * by))}`,
      )
    case 'drop':
      return become(cue.text.slice(Math.round(cue.text.length * by)))
    case 'delete':
      return applyPatch(list, removeCues(list, [cue.id]))
  }
}

const wordsIn = (times: WordTimes, list: CueList, cue: Cue): WordTime[] =>
  times.of(cue, (id) => list.index.has(id)) ?? []

describe('words of edited lines', () => {
  test('lie inside their line and go on in order, whatever was edited', () => {
    fc.assert(
      fc.property(heard, fc.array(edit, { maxLength: 12 }), (lines, edits) => {
        const times = new WordTimes(lines)
        const before = JSON.stringify(lines)
        const list = edits.reduce((now, one, step) => edited(now, one, step), cuesOf(lines))
        for (const cue of list.cues) {
          const words = wordsIn(times, list, cue)
          for (const [at, { offset, start }] of words.entries()) {
            expect(start).toBeGreaterThanOrEqual(cue.start)
            expect(start).toBeLessThan(cue.end)
            expect(offset).toBeLessThan(cue.text.length)
            const last = words[at - 1]
            if (!last) continue
            expect(start).toBeGreaterThan(last.start)
            expect(offset).toBeGreaterThan(last.offset)
          }
        }
        expect(JSON.stringify(lines)).toBe(before)
      }),
      { numRuns: 400 },
    )
  })

  test('of joined lines are the words of both', () => {
    fc.assert(
      fc.property(heard, fc.nat(), (lines, at) => {
        const times = new WordTimes(lines)
        const list = cuesOf(lines)
        const first = list.cueAt(at % (list.length - 1))
        const outcome = mergeDown(list, first.id)
        if (!outcome.ok) throw new Error('two lines can be joined')
        const joined = applyPatch(list, outcome.value)
        const [a, b] = lines.slice(list.index.get(first.id))
        expect(wordsIn(times, joined, joined.cueAt(list.index.get(first.id) ?? 0))).toEqual([
          ...(a?.words ?? []),
          ...(b?.words ?? []).map(({ offset, start }) => ({ offset: offset + (a?.text.length ?? 0) + 1, start })),
        ])
      }),
    )
  })

  test('of the two parts of a line are its words, each in one of them', () => {
    fc.assert(
      fc.property(heard, fc.nat(), fc.nat(), (lines, at, word) => {
        const times = new WordTimes(lines)
        const list = cuesOf(lines)
        const line = lines[at % lines.length]!
        const { offset: caret } = line.words[word % line.words.length]!
        const where = { caret, words: line.words }
        const outcome = splitCue(list, line.cue_id, where, rules, (partOf) => partId('n', partOf ?? ''))
        fc.pre(outcome.ok)
        const parts = outcome.ok ? outcome.value.flatMap(({ to }) => to ?? []) : []
        const now = applyPatch(list, outcome.ok ? outcome.value : [])
        const [first = [], second = []] = parts.map((part) => wordsIn(times, now, part).map(({ start }) => start))
        expect(first).toEqual(line.words.filter(({ offset }) => offset < caret).map(({ start }) => start))
        // The second begins a gap after its first word.
        expect(second.slice(1)).toEqual(line.words.filter(({ offset }) => offset > caret).map(({ start }) => start))
        expect(second[0]).toBe(parts[1]?.start)
      }),
    )
  })

  test('move with all lines', () => {
    fc.assert(
      fc.property(heard, fc.integer({ min: 1, max: 100_000 }), (lines, by) => {
        const times = new WordTimes(lines)
        for (const cue of cuesOf(lines).cues)
          expect(times.of(shifted(cue, by))).toEqual(
            times.of(cue)?.map(({ offset, start }) => ({ offset, start: start + by })),
          )
      }),
    )
  })
})
