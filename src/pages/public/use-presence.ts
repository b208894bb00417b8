import { useEffect, useState } from 'react'

/** First signs of a user. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'] as const
/** Delay for a user who only watches. */
const WITHIN_MS = 6000

/** True once the user interacts, or after a while, so that heavy content does not slow the first paint. */
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
