import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { safeRedirect } from '#core/domain/redirect.ts'
import { account } from '#src/api/session.ts'

/** Requires a token; a visitor's counts. */
export function RequireLogin(): ReactNode {
  const { token, hasLeft } = useSnapshot(account)
  const { pathname, search, hash } = useLocation()
  if (!token) {
    const back = `?redirect=${encodeURIComponent(pathname + search + hash)}`
    return <Navigate to={`/login${hasLeft ? '' : back}`} replace />
  }
  return <Outlet />
}

/** Redirects signed-in users from the login page, except after Google's redirect; a visitor may log in. */
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

/** Not found for anyone but staff. */
export function StaffOnly({ children }: { children: ReactNode }): ReactNode {
  const { user } = useSnapshot(account)
  return user?.is_staff ? children : <Navigate to="/404/404" replace />
}
