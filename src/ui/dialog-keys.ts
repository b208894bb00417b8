/**
 * Keys reach the topmost dialog also where it does not have the keyboard: a button that was pressed and has gone leaves it
 * to the page, and one that opened the dialog keeps it until the dialog is drawn. Escape would be lost there.
 */
export function startDialogKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      const open = document.querySelectorAll<HTMLElement>('.bp6-overlay-open :is(.bp6-dialog-container, .bp6-drawer)')
      const dialog = [...open].at(-1)
      // What lies in a drawer over a dialog has its keys to itself.
      if (!dialog || dialog.matches('.bp6-drawer') || !isBehind(event.target, dialog)) return
      dialog.focus()
      if (event.key !== 'Escape') return
      event.stopPropagation()
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, code: event.code, bubbles: true }))
    },
    { capture: true },
  )
}

/** Whether an element is of the page under a dialog; lists that the dialog opens come after it in the document. */
function isBehind(target: EventTarget | null, dialog: HTMLElement): boolean {
  if (!(target instanceof Node) || dialog.contains(target)) return false
  return target === document.body || (target.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
