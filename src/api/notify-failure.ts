import i18next from 'i18next'
import { reactionTo } from '#core/contract/errors.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { notify } from '#src/ui/toaster.ts'
import { CallFailed, reasonOf } from './call.ts'
import { openTopUp } from './top-up.ts'

/** Shows why a call failed, at its code's level. Other errors are rethrown. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (!(error instanceof CallFailed)) throw error
  if (error.isOffline) return notify.error(i18next.getFixedT(null, 'common')('offline'))
  const { reaction, fallback } = reactionTo(error.code)
  if (reaction === 'maintenance') return
  const show = reaction === 'info' ? notify.info : notify.error
  if (reasonOf(error.data) === 'insufficient_credits')
    notify.offer(error.message, i18next.getFixedT(null, 'common')('top_up'), openTopUp)
  else if (error.message) show(error.message)
  // Fallback messages are rare and loaded on demand.
  else void loadMessages('errors').then(() => show(i18next.getFixedT(null, 'errors')(fallback)))
}
