import { useEffect, useState } from 'react'

/** What a person does first who looks at a page. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const
/** Who only looks on sees what is live after so long. */
const WITHIN_MS = 6000

/** True once the user does something on the page, or has looked at it for a while: so that what is heavy holds up no first look. */
export function usePresence(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (isThere) return undefined
    const show = (): void => setThere(true)
    const timer = setTimeout(show, WITHIN_MS)
    for (const sign of signs) window.addEventListener(sign, show, { once: true, passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, show, { capture: true })
    }
  }, [isThere])
  return isThere
}
