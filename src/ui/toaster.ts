import './toaster.css'
import { Intent, OverlayToaster, Spinner, type Toaster, type ToastProps } from '@blueprintjs/core'
import i18next from 'i18next'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { MESSAGE_TIMEOUT_MS } from '#core/domain/limits.ts'

let toaster: Promise<Toaster> | undefined
/** The note that is shown, and what tells it from the one before. */
let noteKey: string | undefined
let notes = 0

function openToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create(
    { position: 'bottom-left', maxToasts: 3, className: 'toasts' },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  )
  return toaster
}

/** Notes take each other's place: only the newest says how things are. */
async function showNote(
  message: string,
  intent: Intent,
  timeout: number,
  action?: ToastProps['action'],
  icon?: ToastProps['icon'],
): Promise<void> {
  clearTimeout(waiting)
  const shown = await openToaster()
  if (noteKey !== undefined) shown.dismiss(noteKey)
  // Of its own, so that its time begins anew.
  noteKey = `note ${++notes}`
  shown.show({ message, intent, timeout, ...(action && { action }), ...(icon && { icon }) }, noteKey)
}

/** Longer than what is over before anybody would read that it is under way. */
const LOADING_AFTER_MS = 300
let waiting: ReturnType<typeof setTimeout> | undefined
let loadingKey: string | undefined

async function showLoading(message: string): Promise<void> {
  await showNote(message, Intent.NONE, 0, undefined, createElement(Spinner, { size: 16, className: 'toast-spinner' }))
  loadingKey = noteKey
}

/** Takes away what says that something is under way; the next note takes its place by itself. */
function endLoading(): void {
  clearTimeout(waiting)
  const key = loadingKey
  loadingKey = undefined
  if (key !== undefined && key === noteKey) void openToaster().then((shown) => shown.dismiss(key))
}

/** Errors stay beside each other, the same one once. */
async function showError(message: string): Promise<void> {
  endLoading()
  const shown = await openToaster()
  shown.show({ message, intent: Intent.DANGER, timeout: 4 * MESSAGE_TIMEOUT_MS }, message)
}

/** Short messages in the lower left corner of the page, which let the pointer through to what lies under them. */
export const notify = {
  /** What is under way, until a note or an error says how it ended. Nothing is shown of what is over at once. */
  loading: (message: string): void => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void showLoading(message), LOADING_AFTER_MS)
  },
  /** What was under way has ended, and there is nothing more to say. */
  end: endLoading,
  success: (message: string): void => void showNote(message, Intent.SUCCESS, MESSAGE_TIMEOUT_MS),
  info: (message: string): void => void showNote(message, Intent.PRIMARY, MESSAGE_TIMEOUT_MS),
  warning: (message: string): void => void showNote(message, Intent.WARNING, 2 * MESSAGE_TIMEOUT_MS),
  /** What was done, with the way back as long as it is shown. */
  undo: (message: string, timeoutMs: number, onUndo: () => void): void =>
    void showNote(message, Intent.NONE, timeoutMs, {
      text: i18next.getFixedT(null, 'common')('undo'),
      onClick: onUndo,
    }),
  /** Why something can't be done, with what helps. */
  offer: (message: string, text: string, onClick: () => void): void =>
    void showNote(message, Intent.WARNING, 4 * MESSAGE_TIMEOUT_MS, { text, onClick }),
  /** Errors stay long enough to read what to do. */
  error: (message: string): void => void showError(message),
}
