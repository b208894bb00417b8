import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, patchTo } from '#core/subtitle/patch.ts'
import { StripColumns } from '#src/editor/timeline/strip-columns.ts'
import { wildCues } from '#tests/support/arbitrary.ts'

const size = { width: 40, durationMs: 20_000, leastPx: 2 }
const letters = ({ text }: Cue): number => text.length

/** A line that ends before it begins is nowhere. */
const cues = wildCues.map((wild) => wild.filter(({ start, end }) => end >= start))

function wholeOf(list: CueList): StripColumns {
  const columns = new StripColumns(size, letters)
  for (const cue of list) columns.add(cue)
  return columns
}

test('columns that follow changes are those of the whole, and only those that differ are told', () => {
  fc.assert(
    fc.property(fc.array(cues, { minLength: 2, maxLength: 4 }), (lists) => {
      const [first, ...others] = lists.map((lines) => cueList(lines))
      let list = first!
      const columns = wholeOf(list)
      for (const next of others) {
        const patch = patchTo(list, next.cues)
        list = applyPatch(list, patch)
        columns.takeChanged()
        const before = [...columns.values]
        columns.follow(list, patch)
        const whole = [...wholeOf(list).values]
        expect([...columns.values]).toEqual(whole)
        const [from, to] = columns.takeChanged()
        const others = whole.flatMap((value, at) => (value === before[at] ? [] : [at]))
        expect(from < to ? [from, to - 1] : []).toEqual(others.length > 0 ? [others[0], others.at(-1)] : [])
      }
    }),
  )
})
