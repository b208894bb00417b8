/**
 * Keys reach the topmost dialog also where nothing has the keyboard any more: a button that was pressed and has gone
 * leaves it to the page, on which Escape would be lost.
 */
export function startDialogKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== document.body) return
      const dialog = [...document.querySelectorAll<HTMLElement>('.bp6-overlay-open .bp6-dialog-container')].at(-1)
      if (!dialog) return
      dialog.focus()
      if (event.key !== 'Escape') return
      event.stopPropagation()
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, code: event.code, bubbles: true }))
    },
    { capture: true },
  )
}
