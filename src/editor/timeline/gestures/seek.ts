import { clamp } from '#core/timing/rules.ts'
import { endOf } from '../view.ts'
import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'

/** On the ruler the playhead follows the pointer, within the view. */
export function seekGesture(host: GestureHost, start: PointerPlace): Gesture {
  host.scrub(start.ms)
  return {
    scrollsAtSides: true,
    move: ({ ms }) => {
      const view = host.view()
      host.scrub(clamp(ms, view.startMs, endOf(view)))
    },
    end: () => undefined,
    click: () => undefined,
    cancel: () => undefined,
  }
}
