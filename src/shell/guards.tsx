import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { safeRedirect } from '#core/domain/redirect.ts'
import { account } from '#src/api/session.ts'

/** Everything behind this needs a token; a visitor's is one. */
export function RequireLogin(): ReactNode {
  const { token, hasLeft } = useSnapshot(account)
  const { pathname, search, hash } = useLocation()
  if (!token) {
    const back = `?redirect=${encodeURIComponent(pathname + search + hash)}`
    return <Navigate to={`/login${hasLeft ? '' : back}`} replace />
  }
  return <Outlet />
}

/**
 * A user with an account does not see the login page, unless they come back from Google there; a visitor may still log
 * in.
 */
export function GuestOnly({ children }: { children: ReactNode }): ReactNode {
  const { token, user } = useSnapshot(account)
  const [query] = useSearchParams()
  useEffect(() => {
    account.hasLeft = false
  }, [])
  if (token && !user?.is_vistor && !query.has('state'))
    return <Navigate to={safeRedirect(query.get('redirect'))} replace />
  return children
}

/** To everybody but staff there is no such page. */
export function StaffOnly({ children }: { children: ReactNode }): ReactNode {
  const { user } = useSnapshot(account)
  return user?.is_staff ? children : <Navigate to="/404/404" replace />
}
