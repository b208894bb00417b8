import { expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { addAll, greatestOf, leastOf } from '#core/domain/lists.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { diffCues } from '#core/subtitle/cue/diff.ts'

const COUNT = 200_000
/** Each is read too fast and shown too short. */
const cues = Array.from({ length: COUNT }, (_, at) => makeCue(`c${at}`, at * 100, at * 100 + 90, 'far too many words'))
const others = cues.map((cue) => ({ ...cue, id: `o${cue.id}`, text: 'other' }))

test(`findings of each of ${COUNT} lines are one list`, () => {
  const rows: unknown[] = []
  for (const found of checkAll(cues, limitsOf(profiles.netflix, {}), []).values()) addAll(rows, found)
  expect(rows.length).toBeGreaterThan(COUNT)
  const all: unknown[] = []
  addAll(all, rows)
  expect(all).toHaveLength(rows.length)
})

test('so are the differences of as many', () => {
  expect(diffCues(cues, others)).toHaveLength(COUNT)
  expect(diffCues(cues, [])).toHaveLength(COUNT)
})

test('least and greatest', () => {
  expect([leastOf(cues.map(({ start }) => start)), greatestOf(cues.map(({ end }) => end))]).toEqual([
    0,
    COUNT * 100 - 10,
  ])
  expect([leastOf([]), greatestOf([])]).toEqual([Infinity, -Infinity])
})
