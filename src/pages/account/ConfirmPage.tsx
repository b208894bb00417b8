import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.ts'
import { Failure } from './Failure.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { failureText } from './use-sign-in.ts'

/** Page of the link that proves an address. It needs a click, since mail programs open links. */
export function ConfirmPage(): ReactNode {
  const { t } = useTranslation('login')
  const { hash } = useLocation()
  const token = hash.slice(1)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState<DataOf<'confirmAddress'>>()
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      setDone(await call('confirmAddress', { token }))
    } catch (error) {
      setFailure(failureText(error, t('common:offline')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SignInFrame>
      <h1>{t('confirm_title')}</h1>
      <p className="muted" role="status">
        {done ? t('confirmed', done) : t(token ? 'confirm_text' : 'link_missing')}
      </p>
      <Failure text={failure} />
      {token && !done && (
        <Button
          intent="primary"
          size="large"
          fill
          loading={busy}
          text={t('confirm_button')}
          onClick={() => void confirm()}
        />
      )}
      <p className="login-on">
        <Link to="/lab/profile">{t('to_profile')}</Link>
      </p>
    </SignInFrame>
  )
}
