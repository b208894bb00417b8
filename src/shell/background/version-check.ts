import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { APP_VERSION } from '#core/domain/limits.ts'
import { isReloadDue, mustAsk } from '#core/domain/new-version.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { stored } from '#src/ui/stored.ts'
import { keepSystem } from '../system.ts'

const EVERY_MS = 5 * 60_000

const reloadedAt = stored('version_reloaded_at', z.number(), 0)

/** Reloads the page and records when. */
export function reloadForVersion(): void {
  reloadedAt.set(Date.now())
  location.reload()
}

/**
 * Checks for a new server version every few minutes and on focus. Then the page reloads, or calls the returned handler if
 * work could be lost.
 */
export function useVersionCheck(): { later: () => void } | undefined {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (document.hidden || !(await isOther())) return
      if (mustAsk(location.pathname)) setAsks(true)
      else if (isReloadDue(reloadedAt.get(), Date.now())) reloadForVersion()
    }
    const control = new AbortController()
    const timer = setInterval(() => void check(), EVERY_MS)
    document.addEventListener('visibilitychange', () => void check(), { signal: control.signal })
    // A missing chunk of this version: usually there is a newer one.
    window.addEventListener('vite:preloadError', () => void check(), { signal: control.signal })
    void check()
    return () => {
      control.abort()
      clearInterval(timer)
    }
  }, [])
  const later = useCallback(() => setAsks(false), [])
  return asks ? { later } : undefined
}

/** Whether the server has another version. */
async function isOther(): Promise<boolean> {
  try {
    const system = await call('getSystem', {})
    keepSystem(system)
    return system.version !== APP_VERSION
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return false
  }
}
