import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { CallName, InputOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { account } from '#src/api/session.ts'
import { shownPage } from '../shown-page.ts'

/** Reports each page view and sign-in. */
export function useReports(): void {
  const { path, title } = useSnapshot(shownPage)
  useEffect(() => {
    if (path !== '') void report('addPageView', { event: 'page_view', path: withoutSecrets(path), title, ...person() })
  }, [path, title])
  const { enteredBy: way } = useSnapshot(account)
  useEffect(() => {
    if (!way) return
    account.enteredBy = undefined
    void report('addLoginLog', { way, browser: navigator.userAgent.slice(0, 500) })
  }, [way])
}

/** The reader as specified for the event. */
function person(): Pick<InputOf<'addPageView'>, 'user_id' | 'name' | 'cname' | 'ckey' | 'customer_type'> {
  const { user } = account
  if (!user) return { customer_type: -1 }
  const { user_id, name, cname, ckey, customer_type } = user
  return { user_id, name, cname, ckey, customer_type }
}

/** A path for storage: the query may contain a sign-in's answer. */
function withoutSecrets(path: string): string {
  const [pathname = '', query] = path.split('?')
  return (pathname.startsWith('/login') || query === undefined ? pathname : path).slice(0, 2000)
}

/** A failed report does not concern the user. */
async function report<N extends CallName>(name: N, input: InputOf<N>): Promise<void> {
  try {
    await call(name, input)
  } catch {
    // Not retried: the next page view comes soon.
  }
}
