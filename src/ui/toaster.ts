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
    // Escape is for the page below: a toast has a button and ends after a while.
    { position: 'bottom-left', maxToasts: 1, className: 'toasts', canEscapeKeyClear: false },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  )
  return toaster
}

/** Moves the toasts behind dialogs that opened later: an element is placed only by what comes before it. */
function putLast(): void {
  const place = document.querySelector('.toasts')?.parentElement
  if (place && document.body.lastElementChild !== place) document.body.append(place)
}

/** The toaster delays a toast that follows another too soon, and then can't dismiss it. */
const APART_MS = 60
let turn = Promise.resolve()

/** Shows toasts one after the other; one that is outdated by then is skipped. */
function inTurn(isWanted: () => boolean, show: (shown: Toaster) => void): void {
  turn = turn.then(async () => {
    const shown = await openToaster()
    if (!isWanted()) return
    show(shown)
    await new Promise((go) => setTimeout(go, APART_MS))
  })
}

/** Counts toasts; only the newest is shown. */
let notes = 0
/** Key of the shown toast. */
let noteKey: string | undefined
/** Text of the newest toast, until it closes. */
let said: ToastText | undefined

type Look = Omit<ToastProps, 'onDismiss' | 'message'>

/** Shows a toast in place of the one before; returns its number. */
function showToast(kind: ToastText['kind'], message: string, look: Look): number {
  endWaiting()
  const own = ++notes
  const text = mergeToasts(said, toastText(kind, message))
  said = text
  inTurn(
    () => own === notes,
    (shown) => {
      if (noteKey !== undefined) shown.dismiss(noteKey)
      // A separate key, so that its timeout starts again.
      noteKey = `note ${own}`
      const onDismiss = (): void => {
        if (own === notes) said = undefined
      }
      putLast()
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

/** Shorter work ends before the user could read that it is in progress. */
const LOADING_AFTER_MS = 300
let waiting: ReturnType<typeof setTimeout> | undefined
/** Number of the toast for work in progress. */
let loading: number | undefined

const endWaiting = (): void => clearTimeout(waiting)

function showLoading(message: string): void {
  const icon = createElement(Spinner, { size: 16, className: 'toast-spinner' })
  said = undefined
  loading = showToast('note', message, { intent: Intent.NONE, timeout: 0, icon })
}

/** Dismisses the toast for work in progress; the next note replaces it automatically. */
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

/** Short messages in the lower left corner of the page, one at a time. Clicks pass through to the page below. */
export const notify = {
  /** Shows work in progress until a note or an error follows; nothing if it ends soon. */
  loading: (message: string): void => {
    endWaiting()
    waiting = setTimeout(() => showLoading(message), LOADING_AFTER_MS)
  },
  /** The work ended, without a message. */
  end: endLoading,
  success: (message: string): void => showNote(message, { intent: Intent.SUCCESS, timeout: MESSAGE_TIMEOUT_MS }),
  info: (message: string): void => showNote(message, { intent: Intent.PRIMARY, timeout: MESSAGE_TIMEOUT_MS }),
  warning: (message: string): void => showNote(message, { intent: Intent.WARNING, timeout: 2 * MESSAGE_TIMEOUT_MS }),
  /** Reports a change, with an undo button while it is shown. */
  undo: (message: string, timeoutMs: number, onUndo: () => void): void =>
    showNote(message, {
      timeout: timeoutMs,
      action: { text: i18next.getFixedT(null, 'common')('undo'), onClick: onUndo },
    }),
  /** Why an action is impossible, with a button that helps. */
  offer: (message: string, text: string, onClick: () => void): void =>
    showNote(message, { intent: Intent.WARNING, timeout: 4 * MESSAGE_TIMEOUT_MS, action: { text, onClick } }),
  /** Errors stay long enough to read. */
  error: showError,
}
