import { CREDIT_DELAY_MS } from '#core/domain/limits.ts'
import type { CallName } from '#core/contract/index.ts'
import { refresh } from './hooks.ts'
import { isVisitor } from './session.ts'

let timer: ReturnType<typeof setTimeout> | undefined

/** Reads the credits again after a moment, debounced. A visitor has none. */
export function refreshCredits(delayMs = CREDIT_DELAY_MS): void {
  if (isVisitor()) return
  clearTimeout(timer)
  timer = setTimeout(() => void refresh('getInfo'), delayMs)
}

/** Whether a successful call may have held, spent or returned credits. */
export function movesCredits(name: CallName): boolean {
  return /^(?:run[A-Z]|retry(?:Task|Batch)$|(?:add|delete)Batch$|(?:add|continue|retry|cancel)Chain$|deleteTask$)/.test(
    name,
  )
}
