import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * A popover that closes at once. Blueprint's returns the focus after fading out, even if the user has moved on; this
 * one returns it only if it still has it.
 */
export function Popover(props: PopoverNextProps): ReactNode {
  const opener = useRef<Element>(null)
  const [opened, setOpened] = useState<HTMLElement>()
  useEscape(opened, opener)
  const giveBack = (popover: HTMLElement): void => {
    setOpened(undefined)
    const { activeElement, body } = document
    const isHere = activeElement === body || popover.closest('.bp6-overlay')?.contains(activeElement)
    if (isHere && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }
  return (
    <PopoverNext
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      onOpening={(popover) => {
        opener.current = document.activeElement
        setOpened(popover)
      }}
      onClosing={giveBack}
      {...props}
    />
  )
}

/** Escape closes a popover also while the focus is not in it yet, or lost. Blueprint takes only keys pressed inside. */
function useEscape(opened: HTMLElement | undefined, opener: RefObject<Element | null>): void {
  useEffect(() => {
    if (!opened) return
    const close = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (key !== 'Escape' || (target !== document.body && target !== opener.current)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      opened.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    document.addEventListener('keydown', close, { capture: true })
    return () => document.removeEventListener('keydown', close, { capture: true })
  }, [opened, opener])
}
