import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { call } from '#src/api/call.ts'
import { account } from '#src/api/session.ts'
import { stored } from '#src/ui/stored.ts'

/** The account and zone last reported to the server. */
const reported = stored('time_zone_told', z.string(), '')

/** Reports the zone that decides when the monthly gift ends, once per account and zone. */
export function useTimeZone(): void {
  const { user } = useSnapshot(account)
  const id = user && !user.is_vistor ? user.user_id : undefined
  useEffect(() => {
    if (id === undefined) return
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const mark = `${id} ${time_zone}`
    if (reported.get() === mark) return
    // A failure is retried with the next page.
    call('setTimeZone', { time_zone }).then(
      () => reported.set(mark),
      () => undefined,
    )
  }, [id])
}
