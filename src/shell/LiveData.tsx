import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { CREDIT_REFRESH_MS } from '#core/domain/limits.ts'
import { listenToEvents } from '#src/api/events.ts'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'

/** Keeps what is on the page up to date: events as they come, everything once a minute and when the tab is looked at. */
export function LiveData(): ReactNode {
  const { token } = useSnapshot(account)
  useEffect(() => {
    if (!token) return
    const control = new AbortController()
    void listenToEvents((event) => {
      if (event.kind === 'task') void refresh('listTasks', 'sumTasks', 'getTask', 'listVersions', 'getInfo')
      if (event.kind === 'video') void refresh('listVideos', 'getVideo')
      if (event.kind === 'credits') void refresh('getInfo')
    }, control.signal)
    const timer = setInterval(() => {
      if (!document.hidden) void refresh('getInfo', 'listTasks', 'sumTasks')
    }, CREDIT_REFRESH_MS)
    const onVisible = (): void => {
      if (!document.hidden) void refresh('getInfo')
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      control.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [token])
  return null
}
