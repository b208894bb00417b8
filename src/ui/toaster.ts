import { Intent, OverlayToaster, type Toaster } from '@blueprintjs/core'
import { createRoot } from 'react-dom/client'
import { MESSAGE_TIMEOUT_MS } from '#core/domain/limits.ts'

let toaster: Promise<Toaster> | undefined

function show(message: string, intent: Intent, timeout: number): void {
  toaster ??= OverlayToaster.create(
    { position: 'top', maxToasts: 3 },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  )
  void toaster.then((shown) => shown.show({ message, intent, timeout }, message))
}

/** Short messages at the top of the page. */
export const notify = {
  success: (message: string): void => show(message, Intent.SUCCESS, MESSAGE_TIMEOUT_MS),
  info: (message: string): void => show(message, Intent.PRIMARY, MESSAGE_TIMEOUT_MS),
  warning: (message: string): void => show(message, Intent.WARNING, 2 * MESSAGE_TIMEOUT_MS),
  /** Errors stay long enough to read what to do. */
  error: (message: string): void => show(message, Intent.DANGER, 4 * MESSAGE_TIMEOUT_MS),
}
