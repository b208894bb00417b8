import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenSettled } from '#src/editor/settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work waits for 400 ms in which nobody asks, and is then done once with all else', () => {
  const done: string[] = []
  const [one, other] = ['one', 'other'].map((name) => whenSettled(() => done.push(name)))
  one!.later()
  vi.advanceTimersByTime(300)
  one!.later()
  other!.later()
  vi.advanceTimersByTime(300)
  expect(done).toEqual([])
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['one', 'other'])
  vi.advanceTimersByTime(1000)
  one!.later()
  other!.later()
  other!.stop()
  vi.advanceTimersByTime(400)
  expect(done).toEqual(['one', 'other', 'one'])
})
