import i18next from 'i18next'
import { reactionTo } from '#core/contract/errors.ts'
import { notify } from '#src/ui/toaster.ts'
import { CallFailed } from './call.ts'

/** Shows why a call failed, at the level of its code. Errors of other kinds are thrown on. */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (!(error instanceof CallFailed)) throw error
  if (error.isOffline) return notify.error(i18next.t('offline'))
  const { reaction, fallback } = reactionTo(error.code)
  const message = error.message || i18next.t(`errors:${fallback}`)
  if (reaction === 'info') notify.info(message)
  else if (reaction !== 'maintenance') notify.error(message)
}
