import './toaster.css'
import { Intent, OverlayToaster, Spinner, type Toaster, type ToastProps } from '@blueprintjs/core'
import i18next from 'i18next'
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MESSAGE_TIMEOUT_MS } from '#core/domain/limits.ts'
import { mergeToasts, type ToastText, toastText } from './toast-merge.ts'

let toaster: Promise<Toaster> | undefined

function openToaster(): Promise<Toaster> {
  toaster ??= OverlayToaster.create(
    { position: 'bottom-left', maxToasts: 1, className: 'toasts' },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  )
  return toaster
}

/** The toaster puts off what comes sooner after another one, where it can't be taken back any more. */
const APART_MS = 60
let turn = Promise.resolve()

/** Shows messages one after the other; one that is no longer wanted when its turn comes is left out. */
function inTurn(isWanted: () => boolean, show: (shown: Toaster) => void): void {
  turn = turn.then(async () => {
    const shown = await openToaster()
    if (!isWanted()) return
    show(shown)
    await new Promise((go) => setTimeout(go, APART_MS))
  })
}

/** Counts toasts; only the newest one is wanted. */
let notes = 0
/** The toast that is shown. */
let noteKey: string | undefined
/** What the newest toast says, until it goes. */
let said: ToastText | undefined

type Look = Omit<ToastProps, 'onDismiss' | 'message'>

/** Toasts take each other's place: only the newest says how things are. Its number. */
function showToast(kind: ToastText['kind'], message: string, look: Look): number {
  endWaiting()
  const own = ++notes
  const text = mergeToasts(said, toastText(kind, message))
  said = text
  inTurn(
    () => own === notes,
    (shown) => {
      if (noteKey !== undefined) shown.dismiss(noteKey)
      // Of its own, so that its time begins again.
      noteKey = `note ${own}`
      const onDismiss = (): void => {
        if (own === notes) said = undefined
      }
      shown.show({ ...look, message: createElement(ToastLines, text), onDismiss }, noteKey)
    },
  )
  return own
}

function ToastLines({ lines }: ToastText): ReactNode {
  return lines.map(({ text, count }) =>
    createElement(
      'div',
      { key: text },
      createElement('span', null, text),
      count > 1 && createElement('span', { className: 'toast-count' }, ` ×${count}`),
    ),
  )
}

/** Longer than what is over before anybody would read that it is under way. */
const LOADING_AFTER_MS = 300
let waiting: ReturnType<typeof setTimeout> | undefined
/** The note that says what is under way. */
let loading: number | undefined

const endWaiting = (): void => clearTimeout(waiting)

function showLoading(message: string): void {
  const icon = createElement(Spinner, { size: 16, className: 'toast-spinner' })
  said = undefined
  loading = showToast('note', message, { intent: Intent.NONE, timeout: 0, icon })
}

/** Takes away what says that something is under way; the next note takes its place by itself. */
function endLoading(): void {
  endWaiting()
  if (loading !== undefined && loading === notes) {
    const key = `note ${loading}`
    notes++
    said = undefined
    void openToaster().then((shown) => shown.dismiss(key))
  }
  loading = undefined
}

function showError(message: string): void {
  loading = undefined
  showToast('error', message, { intent: Intent.DANGER, timeout: 4 * MESSAGE_TIMEOUT_MS })
}

function showNote(message: string, look: Look): void {
  showToast('note', message, look)
}

/**
 * Short messages in the lower left corner of the page beside its menu, one at a time. They let the pointer through to what
 * lies under them.
 */
export const notify = {
  /** What is under way, until a note or an error says how it ended. Nothing is shown of what is over at once. */
  loading: (message: string): void => {
    endWaiting()
    waiting = setTimeout(() => showLoading(message), LOADING_AFTER_MS)
  },
  /** What was under way has ended, and there is nothing more to say. */
  end: endLoading,
  success: (message: string): void => showNote(message, { intent: Intent.SUCCESS, timeout: MESSAGE_TIMEOUT_MS }),
  info: (message: string): void => showNote(message, { intent: Intent.PRIMARY, timeout: MESSAGE_TIMEOUT_MS }),
  warning: (message: string): void => showNote(message, { intent: Intent.WARNING, timeout: 2 * MESSAGE_TIMEOUT_MS }),
  /** What was done, with the way back as long as it is shown. */
  undo: (message: string, timeoutMs: number, onUndo: () => void): void =>
    showNote(message, {
      timeout: timeoutMs,
      action: { text: i18next.getFixedT(null, 'common')('undo'), onClick: onUndo },
    }),
  /** Why something can't be done, with what helps. */
  offer: (message: string, text: string, onClick: () => void): void =>
    showNote(message, { intent: Intent.WARNING, timeout: 4 * MESSAGE_TIMEOUT_MS, action: { text, onClick } }),
  /** Errors stay long enough to read what to do. */
  error: showError,
}
