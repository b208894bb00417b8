import { useEffect, useState } from 'react'

/** Named for tools that measure pages: all that was fetched before it is the first page. */
const FIRST_PAGE = 'first-page'
/** Without an idle moment until then the rest comes all the same. */
const IDLE_WITHIN_MS = 2000
/** Safari has no idle moments to ask for. */
const INSTEAD_MS = 200

/** True once the first page stands and the browser has a moment for what lies beyond it. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = (): void => {
      performance.mark(FIRST_PAGE)
      setIdle(true)
    }
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, INSTEAD_MS)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(begin, { timeout: IDLE_WITHIN_MS })
    return () => cancelIdleCallback(asked)
  }, [])
  return isIdle
}
