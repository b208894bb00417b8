import i18next from 'i18next'
import type { createBrowserRouter } from 'react-router-dom'
import { setReactions } from '#src/api/call.ts'
import { movesCredits, refreshCredits } from '#src/api/credits.ts'
import { refreshAfterOwn } from '#src/api/live.ts'
import { notify } from '#src/ui/toaster.ts'
import { openMaintenance } from './maintenance.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Side effects of the error table's codes. */
export function wireReactions(router: Router, expired: boolean): void {
  if (expired) notify.info(i18next.getFixedT(null, 'common')('login_expired'))
  setReactions({
    onLogin: (message) => {
      notify.info(message || i18next.getFixedT(null, 'common')('login_expired'))
      const { pathname, search, hash } = router.state.location
      if (pathname !== '/login') void router.navigate(`/login?redirect=${encodeURIComponent(pathname + search + hash)}`)
    },
    onMaintenance: openMaintenance,
    onDone: (name) => {
      if (movesCredits(name)) refreshCredits()
      refreshAfterOwn(name)
    },
  })
}
