import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'

/**
 * A popover from a button. Blueprint gives the keyboard back to the button when the popover has faded away, whatever has it by
 * then: the dialog that a menu opened, or the text that the user went on to. This one goes at once, and gives back what only it
 * has.
 */
export function Popover(props: PopoverNextProps): ReactNode {
  const opener = useRef<Element>(null)
  const giveBack = (popover: HTMLElement): void => {
    const { activeElement, body } = document
    const isHere = activeElement === body || popover.closest('.bp6-overlay')?.contains(activeElement)
    if (isHere && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }
  return (
    <PopoverNext
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      onOpening={() => {
        opener.current = document.activeElement
      }}
      onClosing={giveBack}
      {...props}
    />
  )
}
