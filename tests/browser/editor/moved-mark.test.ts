import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MovedMark } from '#src/editor/timeline/moved-mark.ts'

/** Longer than a mark takes to be at rest after its last move. */
const LONG_MS = 1000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function newMark(): { element: HTMLElement; mark: MovedMark } {
  const element = document.createElement('div')
  document.body.append(element)
  return { element, mark: new MovedMark(element, (px) => `translateX(${px}px)`, 100_000) }
}

const xOf = (element: HTMLElement): number => new DOMMatrix(getComputedStyle(element).transform).m41

test('a mark is where it was placed last, while it moves and at rest, and an animation stands only while it moves', () => {
  const steps = fc.array(
    fc.record({ px: fc.float({ min: 0, max: 5000, noNaN: true }), waitMs: fc.nat({ max: LONG_MS }) }),
    { minLength: 1, maxLength: 20 },
  )
  fc.assert(
    fc.property(steps, (moves) => {
      const { element, mark } = newMark()
      for (const { px, waitMs } of moves) {
        mark.place(px)
        expect(xOf(element)).toBeCloseTo(px, 2)
        vi.advanceTimersByTime(waitMs)
        expect(xOf(element)).toBeCloseTo(px, 2)
      }
      vi.advanceTimersByTime(LONG_MS)
      expect(element.getAnimations()).toEqual([])
      expect(xOf(element)).toBeCloseTo(moves.at(-1)!.px, 2)
      element.remove()
    }),
    { numRuns: 30 },
  )
})

test('a pan changes the style of a mark at its first move and when it is at rest, not at each', () => {
  const { element, mark } = newMark()
  mark.place(10)
  const placed = element.style.transform
  for (let px = 20; px < 200; px += 10) {
    mark.place(px)
    vi.advanceTimersByTime(16)
  }
  expect(element.style.transform).toBe(placed)
  expect(xOf(element)).toBe(190)
  mark.close()
  expect(element.style.transform).toBe('translateX(190px)')
  expect(element.getAnimations()).toEqual([])
})
