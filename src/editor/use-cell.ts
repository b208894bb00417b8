import { useCallback, useSyncExternalStore } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Cells } from './session-cells.ts'

/** One of the cells: a snapshot of all of them for each view, as `useSnapshot` makes, is a part of what an edit costs. */
export function useCell<K extends keyof Cells>(cells: Cells, key: K): Cells[K] {
  const subscribe = useCallback((listener: () => void) => subscribeKey(cells, key, listener, true), [cells, key])
  return useSyncExternalStore(subscribe, () => cells[key])
}
