/**
 * Sends keys to the topmost dialog if the focus is elsewhere: on the page after a pressed button is removed, or on the
 * opener until the dialog is drawn. Escape would be lost there.
 */
export function startDialogKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const open = document.querySelectorAll<HTMLElement>('.bp6-overlay-open :is(.bp6-dialog-container, .bp6-drawer)')
      const dialog = [...open].at(-1)
      // A drawer's content over a dialog handles its keys.
      if (!dialog || dialog.matches('.bp6-drawer') || !isBehind(event.target, dialog)) return
      dialog.focus()
      if (event.key !== 'Escape') return
      event.stopPropagation()
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, code: event.code, bubbles: true }))
    },
    { capture: true },
  )
}

/** Whether an element is on the page below a dialog; lists that the dialog opens follow it in the document. */
function isBehind(target: EventTarget | null, dialog: HTMLElement): boolean {
  if (!(target instanceof Node) || dialog.contains(target)) return false
  return target === document.body || (target.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
