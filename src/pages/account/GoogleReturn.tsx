import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { safeRedirect } from '#core/domain/redirect.ts'
import { isVisitor, storeSession } from '#src/api/session.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { notify } from '#src/ui/toaster.ts'
import { finishAtGoogle, wantedBefore } from './google.ts'
import { failureText } from './use-sign-in.ts'

interface Props {
  /** Parameters of Google's redirect. */
  readonly returned: { readonly state: string }
  /** Called with the reason of a failed sign-in, and the page to return to. */
  readonly onFailure: (text: string, wanted: string) => void
}

/** Shown between Google and the target page. */
export function GoogleReturn({ returned, onFailure }: Props): ReactNode {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const isSent = useRef(false)
  useEffect(() => {
    // The parameters work once.
    if (isSent.current) return
    isSent.current = true
    const finish = async (): Promise<void> => {
      const signedIn = await finishAtGoogle(returned)
      storeSession(signedIn, 'google')
      const { carried_folders: count, is_connected, redirect } = signedIn
      if (is_connected) notify.success(t('google_connected'))
      else if (count > 0) notify.success(t('carried_over', { count }))
      await navigate(safeRedirect(redirect), { replace: true })
    }
    finish().catch((error: unknown) => {
      const text = failureText(error, t('common:offline'))
      // A user with an account came from their profile, and returns there.
      if (!isVisitor()) notify.error(text)
      onFailure(text, wantedBefore())
    })
  }, [returned, navigate, onFailure, t])
  return (
    <div className="login-waiting" role="status">
      <Spinner size={32} />
      <p className="muted">{t('google_waiting')}</p>
    </div>
  )
}
