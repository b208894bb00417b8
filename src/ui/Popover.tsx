import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'

/**
 * A popover that closes at once. Blueprint's returns the focus after fading out, even if the user has moved on; this
 * one returns it only if it still has it.
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
