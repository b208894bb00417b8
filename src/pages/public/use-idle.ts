import { useEffect, useState } from 'react'
import { whenIdle } from '#src/ui/when-idle.ts'

/** Named for tools that measure pages: all that was fetched before it is the first page. */
const FIRST_PAGE = 'first-page'
/** Without an idle moment until then the rest comes all the same. */
const IDLE_WITHIN_MS = 2000

/** True once the first page stands and the browser has a moment for what lies beyond it. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = (): void => {
      performance.mark(FIRST_PAGE)
      setIdle(true)
    }
    return whenIdle(begin, IDLE_WITHIN_MS)
  }, [])
  return isIdle
}
