import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { SignedIn } from '#core/contract/session.ts'
import { safeRedirect } from '#core/domain/redirect.ts'
import { CallFailed } from '#src/api/call.ts'
import { storeSession } from '#src/api/session.ts'
import { notify } from '#src/ui/toaster.ts'

/** Signs in, stores the session and goes to the target page; a refusal stays on the form. */
export function useSignIn(): {
  send: (work: () => Promise<SignedIn>) => Promise<void>
  busy: boolean
  failure: string
  /** Clears the message while its cause is corrected. */
  clear: () => void
} {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (work: () => Promise<SignedIn>): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      const signedIn = await work()
      storeSession(signedIn)
      const { carried_folders: count } = signedIn
      if (count > 0) notify.success(t('carried_over', { count }))
      await navigate(safeRedirect(query.get('redirect')), { replace: true })
    } catch (error) {
      setFailure(failureText(error, t('common:offline')))
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, failure, clear: () => setFailure('') }
}

/** Why a call failed, in words; other errors are rethrown. */
export function failureText(error: unknown, offline: string): string {
  if (!(error instanceof CallFailed)) throw error
  return error.isOffline ? offline : error.message
}
