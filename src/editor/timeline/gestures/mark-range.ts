import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'

/** With Shift, outside the cues, marks a range of the video; a click removes the mark and seeks. */
export function markRangeGesture(host: GestureHost, start: PointerPlace): Gesture {
  return {
    scrollsAtSides: true,
    move: ({ ms }) => host.showRange({ start: Math.min(start.ms, ms), end: Math.max(start.ms, ms) }),
    end: () => undefined,
    click: () => {
      host.showRange(undefined)
      host.seek(start.ms)
    },
    cancel: () => undefined,
  }
}
