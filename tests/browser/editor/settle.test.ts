import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSettledSince, settleAfter, whenSettled } from '#src/editor/settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work waits for half a second in which nobody asks for it, and is then done with all else that is due', () => {
  const done: string[] = []
  const [one, other] = ['one', 'other'].map((name) => whenSettled(() => done.push(name)))
  one!.later()
  vi.advanceTimersByTime(300)
  one!.later()
  other!.later()
  vi.advanceTimersByTime(400)
  expect(done).toEqual([])
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['one', 'other'])
  vi.advanceTimersByTime(1000)
  one!.later()
  other!.later()
  other!.stop()
  vi.advanceTimersByTime(500)
  expect(done).toEqual(['one', 'other', 'one'])
})

test('what is asked for again and again holds up nothing else', () => {
  const done: string[] = []
  const [held, other] = ['held', 'other'].map((name) => whenSettled(() => done.push(name)))
  other!.later()
  for (let step = 0; step < 10; step++) {
    held!.later()
    vi.advanceTimersByTime(100)
  }
  expect(done).toEqual(['other'])
  vi.advanceTimersByTime(400)
  expect(done).toEqual(['other', 'held'])
})

test('all that waits can be done at once, and hears how much too early that is', () => {
  const done: [string, number][] = []
  const [one, other] = ['one', 'other'].map((name) => whenSettled((earlyMs) => done.push([name, earlyMs])))
  one!.later()
  vi.advanceTimersByTime(200)
  settleAfter(() => other!.later())
  expect(done).toEqual([
    ['one', 300],
    ['other', 500],
  ])
  vi.advanceTimersByTime(1000)
  expect(done).toHaveLength(2)
  one!.later()
  vi.advanceTimersByTime(500)
  expect(done[2]).toEqual(['one', 0])
})

test('half a second may run from an earlier time: what is told of later is done together with what was told at once', () => {
  const done: string[] = []
  const [one, other] = ['one', 'other'].map((name) => whenSettled(() => done.push(name)))
  const changedAt = performance.now()
  one!.later()
  vi.advanceTimersByTime(300)
  expect(isSettledSince(changedAt)).toBe(false)
  other!.later(changedAt)
  vi.advanceTimersByTime(200)
  expect(isSettledSince(changedAt)).toBe(true)
  expect(done).toEqual(['one', 'other'])
})
