import { useEffect, useState } from 'react'
import { markFirstPage } from '#src/ui/first-page.ts'
import { whenIdle } from '#src/ui/when-idle.ts'

/** Without an idle moment until then the rest loads anyway. */
const IDLE_WITHIN_MS = 2000

/** True once the first page is painted and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = (): void => {
      markFirstPage()
      setIdle(true)
    }
    return whenIdle(begin, IDLE_WITHIN_MS)
  }, [])
  return isIdle
}
