import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, patchTo } from '#core/subtitle/cue/patch.ts'
import { Columns } from '#src/editor/timeline/column-strip.ts'
import { wildCues } from '#tests/support/arbitrary.ts'

const [WIDTH, DURATION_MS] = [40, 20_000]
const most = { leastPx: 2, valueOf: ({ text }: Cue) => text.length, isSum: false }
const covered = { leastPx: 0, valueOf: () => 1, isSum: true }

/** A line that ends before its start is drawn nowhere. */
const cues = wildCues.map((wild) => wild.filter(({ start, end }) => end >= start))

function wholeOf(list: CueList, rules: typeof most): Columns {
  const columns = new Columns(WIDTH, DURATION_MS, rules)
  for (const cue of list) columns.add(cue)
  return columns
}

test.each([most, covered])(
  'columns that follow changes are those of the whole, and all that differ are told',
  (rules) => {
    fc.assert(
      fc.property(fc.array(cues, { minLength: 2, maxLength: 4 }), (lists) => {
        const [first, ...others] = lists.map((lines) => cueList(lines))
        let list = first!
        const columns = wholeOf(list, rules)
        for (const next of others) {
          const patch = patchTo(list, next.cues)
          list = applyPatch(list, patch)
          columns.takeChanged()
          const before = [...columns.values]
          columns.follow(list, patch)
          const whole = [...wholeOf(list, rules).values]
          for (const [at, value] of whole.entries()) expect(columns.values[at]).toBeCloseTo(value, 9)
          const [from, to] = columns.takeChanged()
          for (const [at, value] of columns.values.entries()) {
            if (value !== before[at]) expect(at >= from && at < to, `${at} in ${from} to ${to}`).toBe(true)
          }
        }
      }),
    )
  },
)

test('a column has the share of it that cues cover', () => {
  const columns = new Columns(4, 4000, covered)
  columns.add({ id: 'a', start: 500, end: 2250, text: '', roles: [] })
  expect([...columns.values]).toEqual([0.5, 1, 0.25, 0])
})
