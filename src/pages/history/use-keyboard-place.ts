import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { Task } from '#core/contract/task.ts'

interface Place {
  readonly taskId: string
  readonly index: number
}

interface KeyboardPlace {
  /** The container of the rows, or of the empty state. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly onFocus: (event: FocusEvent) => void
}

/** A removed row's focus moves to the row in its place, or to what remains without rows. */
export function useKeyboardPlace(tasks: readonly Task[] | undefined): KeyboardPlace {
  const root = useRef<HTMLDivElement>(null)
  const place = useRef<Place>(undefined)
  const sum = useRef(0)
  useEffect(() => {
    const before = sum.current
    sum.current = tasks?.length ?? 0
    if (!tasks || before === 0 || document.activeElement !== document.body) return
    nextPlace(root.current, tasks, place.current)?.focus()
  }, [tasks])
  const onFocus = ({ target }: FocusEvent): void => {
    const row = target.closest<HTMLElement>('tr[data-task]')
    // An overlay over a row is not in it.
    if (!root.current?.contains(target)) return
    place.current = row ? { taskId: row.dataset['task'] ?? '', index: Number(row.dataset['index']) } : undefined
  }
  return { root, onFocus }
}

function nextPlace(
  root: HTMLElement | null,
  tasks: readonly Task[],
  place: Place | undefined,
): HTMLElement | null | undefined {
  if (tasks.length === 0) return root?.querySelector<HTMLElement>('.state-page :is(a, button)')
  if (!place || tasks.some(({ task_id }) => task_id === place.taskId)) return undefined
  const index = Math.min(place.index, tasks.length - 1)
  return root?.querySelector<HTMLElement>(`tr[data-index="${index}"] .task-open`)
}
