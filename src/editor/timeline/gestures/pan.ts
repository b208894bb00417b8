import { panBy } from '../view.ts'
import type { Gesture, GestureHost, PointerPlace } from './gesture.ts'

/** Outside the cues the view follows the pointer; a click seeks. */
export function panGesture(host: GestureHost, start: PointerPlace): Gesture {
  const view = host.view()
  return {
    scrollsAtSides: false,
    move: ({ x }) => host.setView(panBy(view, start.x - x, host.durationMs())),
    end: () => undefined,
    click: () => {
      host.showRange(undefined)
      host.seek(start.ms)
    },
    cancel: () => undefined,
  }
}
