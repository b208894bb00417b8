import { expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { only } from '#tests/support/check-notation.ts'

const rate24 = { num: 24_000, den: 1001 }

// At 24 frames a second half a second is 12 frames; frame n begins at n * 41.7 ms. The cut is on frame 240.
const cut = 10_010
const at = (frame: number) => Math.ceil((frame * 1001) / 24)
test.each([
  [240, ''],
  [241, '1'],
  [251, '11'],
  [252, ''],
  [239, '-1'],
  [229, '-11'],
  [228, ''],
])('in time on frame %d near a shot change on 240', (frame, expected) => {
  const limits = only('netflix', ['shot_in'], { rate: rate24 })
  const [found] = checkAll([makeCue('a', at(frame), at(frame) + 2000, 'a')], limits, [cut]).get('a') ?? []
  expect(String(found?.values['frames'] ?? '')).toBe(expected)
})

test.each([
  [238, ''],
  [240, '0'],
  [239, '1'],
  [237, '3'],
  [229, '11'],
  [228, ''],
  [245, ''],
])('out time on frame %d near a shot change on 240', (frame, expected) => {
  const limits = only('netflix', ['shot_out'], { rate: rate24 })
  const [found] = checkAll([makeCue('a', at(frame) - 2000, at(frame), 'a')], limits, [cut]).get('a') ?? []
  expect(String(found?.values['frames'] ?? '')).toBe(expected)
})

test.each([
  [240, ''],
  [239, ''],
  [238, '2'],
  [229, '11'],
  [228, ''],
])('out time on frame %d with a shot that ends on 240, for the BBC', (frame, expected) => {
  const limits = only('bbc', ['shot_out'], { rate: rate24 })
  const list = cueList([makeCue('a', at(frame) - 2000, at(frame), 'a')])
  const [found] = checkAll(list.cues, limits, [cut]).get('a') ?? []
  expect(String(found?.values['frames'] ?? '')).toBe(expected)
  const fixed = applyPatch(list, fixAll(list, limits, { shotChanges: [cut] }).patch)
  expect(fixed.cueAt(0).end).toBe(expected === '' ? at(frame) : cut)
})
