import { Intent, OverlayToaster, type Toaster } from '@blueprintjs/core'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { reactionTo } from '#core/contract/errors.ts'
import { MESSAGE_TIMEOUT_MS } from '#core/domain/limits.ts'
import { CallFailed } from '#src/api/call.ts'

let toaster: Promise<Toaster> | undefined

function show(message: string, intent: Intent, timeout: number): void {
  toaster ??= OverlayToaster.create(
    { position: 'top', maxToasts: 3 },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  )
  void toaster.then((shown) => shown.show({ message, intent, timeout }, message))
}

export const notify = {
  success: (message: string): void => show(message, Intent.SUCCESS, MESSAGE_TIMEOUT_MS),
  info: (message: string): void => show(message, Intent.PRIMARY, MESSAGE_TIMEOUT_MS),
  warning: (message: string): void => show(message, Intent.WARNING, 2 * MESSAGE_TIMEOUT_MS),
  /** Errors stay long enough to read what to do. */
  error: (message: string): void => show(message, Intent.DANGER, 4 * MESSAGE_TIMEOUT_MS),
}

/** Tells of a failed call at the level of its code. Faults that are no failed call are thrown on. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (!(error instanceof CallFailed)) throw error
  if (error.isOffline) return notify.error(i18next.t('offline'))
  const { reaction, fallback } = reactionTo(error.code)
  const message = error.message || i18next.t(`errors:${fallback}`)
  if (reaction === 'info') notify.info(message)
  else if (reaction !== 'maintenance') notify.error(message)
}
