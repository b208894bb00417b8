import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bilingualCues, bilingualLines } from '#core/subtitle/formats/bilingual-file.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import {
  guarded,
  newComment,
  planReview,
  planTexts,
  readReviewCells,
  readTexts,
  reviewColumns,
  type ReviewHeads,
  reviewLines,
  unguarded,
  writeReviewCells,
  writeTexts,
} from '#core/subtitle/formats/review-table.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'

const heads: ReviewHeads = { number: 'No.', start: 'In', end: 'Out', source: 'Original', text: 'Text', comment: 'Note' }
const chinese: ReviewHeads = {
  number: '行号',
  start: '入点',
  end: '出点',
  source: '原文',
  text: '译文',
  comment: '备注',
}

const sent = (cues: readonly Cue[], source: readonly string[] = []) =>
  reviewLines(
    cues,
    (_, at) => source[at] ?? '',
    () => '',
  )
const texts = (cues: readonly Cue[]): string[] => cues.map(({ text }) => text)
const withoutReturns = (cues: readonly Cue[]): Cue[] =>
  cues.map((cue) => ({ ...cue, text: cue.text.replaceAll(/[\r\v\u2028\u2029]/g, '') }))

describe('tables', () => {
  test('what is written is read, whatever stands in it, in the heads of either language', () => {
    fc.assert(
      fc.property(wildCues, fc.array(fc.string({ maxLength: 8 })), fc.boolean(), (wild, source, isChinese) => {
        const cues = withoutReturns(wild)
        const lines = sent(
          cues,
          source.map((text) => text.replaceAll(/[\r\v\u2028\u2029]/g, '')),
        )
        const cells = writeReviewCells(lines, isChinese ? chinese : heads)
        expect(readReviewCells(cells, [heads, chinese])).toEqual(lines)
      }),
    )
  })

  test('columns may come in another order, behind a title, and some may be gone', () => {
    const cells = [['Film, reviewed by Ann'], ['Text', 'Out', 'In'], ['Hello', '00:00:02', '0:01.5']]
    const [line] = readReviewCells(cells, [heads]) ?? []
    expect(line).toEqual({ number: undefined, start: 1500, end: 2000, source: '', text: 'Hello', comment: '' })
    expect(readReviewCells([['1', '00:00:01,000', '00:00:02,000', 'Hallo', 'Hello']], [heads])?.[0]?.text).toBe('Hello')
    expect(readReviewCells([['some'], ['other table']], [heads])).toBeUndefined()
  })

  test('no cell is taken for a formula, and every text comes back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^['=+\-@\t\r a1]{0,6}$/), (text) => {
        expect(guarded(text)).not.toMatch(/^[=+\-@\t\r]/)
        expect(unguarded(guarded(text))).toBe(text)
      }),
    )
  })
})

describe('what comes back', () => {
  test('the same file changes nothing; edited texts are the texts, by one patch', () => {
    fc.assert(
      fc.property(tidyCues, fc.array(fc.option(fc.string({ maxLength: 6 }))), (cues, edits) => {
        const list = cueList(cues)
        expect(planReview(list, sent(cues)).patch).toEqual([])
        const edited = sent(cues).map((line, at) => ({ ...line, text: edits[at] ?? line.text }))
        const plan = planReview(list, edited)
        expect(texts(applyPatch(list, plan.patch).cues)).toEqual(edited.map(({ text }) => text))
        expect([plan.unmatched, plan.missing]).toEqual([[], 0])
      }),
    )
  })

  test('lines are found after others came in or went, and times of the version stay', () => {
    fc.assert(
      fc.property(tidyCues, fc.nat(), fc.nat(), (cues, a, b) => {
        const now = cues.filter((_, at) => at !== a % (cues.length + 1))
        const file = sent(cues).filter((_, at) => at !== b % (cues.length + 1))
        const plan = planReview(
          cueList(now),
          file.map((line) => ({ ...line, text: `${line.text}!` })),
        )
        expect(plan.changed.length + plan.unmatched.length).toBe(file.length)
        const left = applyPatch(cueList(now), plan.patch).cues
        expect(left.map(({ start, end }) => [start, end])).toEqual(now.map(({ start, end }) => [start, end]))
        for (const { before, after } of plan.changed) expect(after).toBe(`${before}!`)
      }),
    )
  })

  const list = cueList([makeCue('a', 1200, 2600, 'one'), makeCue('b', 3000, 4000, 'two')])
  const line = { source: '', comment: '' }
  test.each([
    ['times without their fraction', 1, 1000, 2000, 'a'],
    ['times of another line win over the number', 1, 3000, 4000, 'b'],
    ['times a second away', 1, 2200, 3600, undefined],
    ['a number that no line has', 9, 1000, 2000, undefined],
  ])('%s', (_, number, start, end, id) => {
    const plan = planReview(list, [{ ...line, number, start, end, text: 'new' }])
    expect(plan.changed.map((change) => change.id)).toEqual(id ? [id] : [])
    expect(plan.unmatched.length).toBe(id ? 0 : 1)
  })

  test('a line is taken once; what is said of lines is kept apart', () => {
    const twice = [1, 2].map((n) => ({ ...line, number: 1, start: 1200, end: 2600, text: `v${n}`, comment: ` n${n} ` }))
    const plan = planReview(list, twice)
    expect([plan.changed[0]?.after, plan.unmatched.length, plan.missing]).toEqual(['v1', 1, 1])
    expect(plan.comments).toEqual([{ id: 'a', number: 1, comment: 'n1' }])
  })
})

describe('texts alone', () => {
  test('what is written is read as the same lines', () => {
    fc.assert(
      fc.property(tidyCues, (tidy) => {
        const cues = withoutReturns(tidy).map((cue) => ({ ...cue, text: cue.text.replaceAll(/\s/g, ' ').trim() }))
        const read = readTexts(writeTexts(cues))
        expect(read).toEqual(texts(cues).filter(Boolean))
        expect(planTexts(cueList(cues), read)?.patch).toEqual([])
      }),
    )
  })

  test('another number of paragraphs is refused', () => {
    expect(planTexts(cueList([makeCue('a', 0, 1, 'x')]), ['x', 'y'])).toBeUndefined()
  })
})

describe('two texts in one line', () => {
  test.each([
    ['source_first', 1],
    ['text_first', 1],
    ['text_first', 10],
  ] as const)('%s, times of %d ms: what is written is read', (order, stepMs) => {
    fc.assert(
      fc.property(tidyCues, tidyCues, (a, b) => {
        const word = (cue: Cue): Cue => ({ ...cue, text: cue.text.replaceAll(/\s/g, '') || 'x' })
        const [cues, source] = [a.map(word), b.map((cue) => ({ ...word(cue), id: `s${cue.id}` }))]
        const rounded = (ms: number): number => Math.round(ms / stepMs) * stepMs
        const file = bilingualCues(cues, source, order).map((cue) => ({
          ...cue,
          start: rounded(cue.start),
          end: rounded(cue.end),
        }))
        const plan = planReview(cueList(cues), bilingualLines(file, cues, source, { order, stepMs }))
        expect([plan.patch, plan.unmatched, plan.missing]).toEqual([[], [], 0])
      }),
    )
  })

  test('an edited half is told by its rows', () => {
    const [cues, source] = [[makeCue('a', 0, 1000, 'Hallo')], [makeCue('s', 0, 1000, 'Hello')]]
    const look = { order: 'source_first', stepMs: 1 } as const
    const read = (text: string) =>
      planReview(cueList(cues), bilingualLines([makeCue('f', 0, 1000, text)], cues, source, look)).changed
    expect(read('Hello\nServus')[0]?.after).toBe('Servus')
    expect(read('Hi\nServus')[0]?.after).toBe('Servus')
    expect(read('Hi\nthere\nServus')).toEqual([])
  })
})

test('the columns are those of the head', () => {
  expect(writeReviewCells([], heads)).toEqual([reviewColumns.map((column) => heads[column])])
})

test.each([
  ['Too long', [], 'Too long'],
  ['Too long\nWho says so?', ['Too long', 'Who says so?'], ''],
  ['Too long\nYes!', ['Too long'], 'Yes!'],
  ['', ['Too long'], ''],
])('of “%s”, sent with %j, is new: “%s”', (comment, sent, expected) => {
  expect(newComment(comment, sent)).toBe(expected)
})

test('fifty thousand lines of one time each find their own, by number or in their order', () => {
  const cues = Array.from({ length: 50_000 }, (_, at) => makeCue(`c${at}`, 0, 1000, `${at}`))
  const lines = sent(cues).map((line) => ({ ...line, number: undefined }))
  expect(planReview(cueList(cues), lines)).toMatchObject({ patch: [], unmatched: [], missing: 0 })
  expect(planReview(cueList(cues), sent(cues).reverse())).toMatchObject({ patch: [], unmatched: [], missing: 0 })
})
