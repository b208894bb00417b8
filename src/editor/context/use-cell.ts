import { useCallback, useSyncExternalStore } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Cells } from '../model/session-cells.ts'

/** Subscribes to one cell: a snapshot of all cells per view, as `useSnapshot` makes, adds to the cost of an edit. */
export function useCell<K extends keyof Cells>(cells: Cells, key: K): Cells[K] {
  const subscribe = useCallback((listener: () => void) => subscribeKey(cells, key, listener, true), [cells, key])
  return useSyncExternalStore(subscribe, () => cells[key])
}
