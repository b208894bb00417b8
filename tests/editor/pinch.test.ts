import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PinchGesture } from '#src/editor/timeline/gestures/pinch.ts'
import { timeAt, type View } from '#src/editor/timeline/view.ts'

const DURATION = 3_600_000

test('what is under two fingers stays under them, wherever they go', () => {
  const place = fc.integer({ min: 300, max: 700 })
  fc.assert(
    fc.property(fc.tuple(place, place), fc.array(fc.tuple(fc.boolean(), place), { maxLength: 12 }), ([a, b], moves) => {
      fc.pre(Math.abs(a - b) > 40 && moves.length > 0)
      let view: View = { startMs: 1_800_000, pxPerMs: 0.02, width: 1000 }
      const pinch = new PinchGesture({
        view: () => view,
        setView: (next) => {
          view = next
        },
        durationMs: () => DURATION,
      })
      expect([pinch.down(1, a), pinch.down(2, b), pinch.down(3, 0)]).toEqual([false, true, false])
      const times = [timeAt(view, a), timeAt(view, b)]
      const fingers = [a, b]
      for (const [isFirst, to] of moves) {
        // Fingers never cross.
        const [low, high] = a < b ? [0, 1] : [1, 0]
        const moved = isFirst ? 0 : 1
        const next = [...fingers]
        next[moved] = to
        if (next[high]! - next[low]! < 40) continue
        fingers[moved] = to
        pinch.move(moved + 1, to)
      }
      for (const at of [0, 1]) expect(Math.abs(timeAt(view, fingers[at]!) - times[at]!) * view.pxPerMs).toBeLessThan(1)
    }),
  )
})

test('one finger alone pans nothing here, and the second one that goes ends it', () => {
  let count = 0
  const view: View = { startMs: 0, pxPerMs: 0.02, width: 1000 }
  const pinch = new PinchGesture({ view: () => view, setView: () => void count++, durationMs: () => DURATION })
  pinch.down(1, 100)
  pinch.move(1, 200)
  pinch.down(2, 400)
  pinch.up(2)
  pinch.move(1, 300)
  expect(count).toBe(0)
})
