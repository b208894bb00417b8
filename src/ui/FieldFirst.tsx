import { Classes } from '@blueprintjs/core'
import type { FocusEvent, ReactNode } from 'react'

/**
 * Around a dialog that begins with a field of text. A menu that opened it takes the keyboard when it closes; what the dialog
 * takes back goes to that field.
 */
export function FieldFirst({ children }: { children: ReactNode }): ReactNode {
  const giveOn = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const dialog = target.closest(`.${Classes.OVERLAY}`)
    if (!target.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}`) || dialog?.contains(relatedTarget)) return
    dialog?.querySelector<HTMLElement>('input')?.focus()
  }
  // Events of the dialog come here too, though it stands elsewhere on the page.
  return (
    <div style={{ display: 'contents' }} onFocus={giveOn}>
      {children}
    </div>
  )
}
