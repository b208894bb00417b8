import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { listenToEvents } from '#src/api/events.ts'
import { refresh } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'

/** The editor stands outside the shell's frame: it hears of finished tasks and prepared videos by itself. */
export function LiveUpdates(): ReactNode {
  const { token } = useSnapshot(account)
  useEffect(() => {
    const control = new AbortController()
    void listenToEvents((event) => {
      if (event.kind === 'task') void refresh('listVersions')
      if (event.kind === 'video') void refresh('getVideo')
    }, control.signal)
    return () => control.abort()
  }, [token])
  return null
}
