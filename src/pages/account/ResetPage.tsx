import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { MIN_PASSWORD_LENGTH, passwordFaults } from '#core/domain/account.ts'
import { call } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Failure } from './Failure.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { TextField } from './TextField.tsx'
import { failureText } from './use-sign-in.ts'

/** Page of the link that replaces a forgotten password. */
export function ResetPage(): ReactNode {
  const { t } = useTranslation('login')
  const { hash } = useLocation()
  const token = hash.slice(1)
  const [done, setDone] = useState<DataOf<'resetPassword'>>()
  return (
    <SignInFrame>
      <h1>{t('reset_title')}</h1>
      {done ? <Done {...done} /> : token ? <ResetForm token={token} onDone={setDone} /> : <p>{t('link_missing')}</p>}
      <p className="login-on">
        <Link to="/login">{t('to_login')}</Link>
      </p>
    </SignInFrame>
  )
}

function Done({ account, keys }: DataOf<'resetPassword'>): ReactNode {
  const { t } = useTranslation('login')
  return (
    <div role="status">
      <p>{t('reset_done', { account })}</p>
      {keys.length > 0 && <p>{t('keys_remain', { count: keys.length, names: keys.join(', ') })}</p>}
    </div>
  )
}

interface Props {
  readonly token: string
  readonly onDone: (done: DataOf<'resetPassword'>) => void
}

type Fault = 'password' | 'repassword'

function ResetForm({ token, onDone }: Props): ReactNode {
  const { t } = useTranslation('login')
  const [wrong, setWrong] = useState<readonly Fault[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [revokes, setRevokes] = useState(false)
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [password = '', repassword = ''] = [...form.values()].filter((value) => typeof value === 'string')
    const faults = passwordFaults({ oldpassword: '', password, repassword }, false)
    const found = (['password', 'repassword'] as const).filter((field) => faults[field])
    setWrong(found)
    if (found.length > 0) return
    setBusy(true)
    setFailure('')
    try {
      onDone(await call('resetPassword', { token, password, revoke_keys: revokes }))
    } catch (error) {
      setFailure(failureText(error, t('common:offline')))
      setBusy(false)
    }
  }
  const hint = t('password_hint', { n: MIN_PASSWORD_LENGTH })
  return (
    <>
      <p className="muted">{t('reset_text')}</p>
      <form noValidate className="login-form" onSubmit={(event) => void send(event)} onInput={() => setWrong([])}>
        <TextField
          id="password"
          type="password"
          label={t('new_password')}
          autoComplete="new-password"
          hint={hint}
          fault={wrong.includes('password') ? hint : undefined}
          autoFocus
        />
        <TextField
          id="repassword"
          type="password"
          label={t('password_again')}
          autoComplete="new-password"
          fault={wrong.includes('repassword') ? t('passwords_differ') : undefined}
        />
        <Checkbox
          checked={revokes}
          label={t('revoke_keys')}
          onChange={({ currentTarget }) => setRevokes(currentTarget.checked)}
        />
        <Failure text={failure} />
        <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('reset_button')} />
      </form>
    </>
  )
}
