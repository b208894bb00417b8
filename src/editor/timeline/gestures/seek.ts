import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'

/** On the ruler the playhead follows the pointer. */
export function seekGesture(host: GestureHost, start: PointerPlace): Gesture {
  host.seek(start.ms)
  return {
    scrollsAtSides: true,
    move: ({ ms }) => host.seek(ms),
    end: () => undefined,
    click: () => undefined,
    cancel: () => undefined,
  }
}
