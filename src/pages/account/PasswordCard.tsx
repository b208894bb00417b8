import { Button, Callout } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import {
  type FieldFault,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordChange,
  passwordFaults,
} from '#core/domain/account.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { leaveSessionBy } from '#src/api/session.ts'
import { notify } from '#src/ui/toaster.ts'
import type { Profile } from './profile.ts'
import { TextField } from './TextField.tsx'

type Faults = Partial<Record<keyof PasswordChange, FieldFault>>

function changeIn(form: FormData): PasswordChange {
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { oldpassword: text('oldpassword'), password: text('password'), repassword: text('repassword') }
}

/** Changing the password, after which the person logs in again. */
export function PasswordCard({ profile: { has_password } }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const [faults, setFaults] = useState<Faults>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const change = changeIn(new FormData(form))
    const found = passwordFaults(change, has_password)
    setFaults(found)
    const wanting = [...form.querySelectorAll('input')].find(({ name }) => name in found)
    if (wanting) return wanting.focus()
    setBusy(true)
    setFailure('')
    try {
      await leaveSessionBy(call('setPassword', change))
      await navigate('/login')
      notify.success(t('password_changed'))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error.isOffline ? t('common:offline') : error.message)
      setBusy(false)
    }
  }
  const hint = t('password_hint', { n: MIN_PASSWORD_LENGTH })
  const passwordWord = usePasswordWord()
  return (
    <section className="profile-card" aria-labelledby="password-title">
      <h2 id="password-title">{t(has_password ? 'change_password' : 'set_password')}</h2>
      <p className="muted">{t('password_text')}</p>
      <form
        noValidate
        className="profile-password"
        onSubmit={(event) => void submit(event)}
        onInput={(event) =>
          faults && setFaults(passwordFaults(changeIn(new FormData(event.currentTarget)), has_password))
        }
      >
        {has_password && (
          <TextField
            id="oldpassword"
            type="password"
            label={t('old_password')}
            autoComplete="current-password"
            fault={faults?.oldpassword && t('old_password_missing')}
          />
        )}
        <TextField
          id="password"
          type="password"
          label={t('new_password')}
          autoComplete="new-password"
          hint={hint}
          fault={passwordWord(faults?.password)}
        />
        <TextField
          id="repassword"
          type="password"
          label={t('password_again')}
          autoComplete="new-password"
          fault={
            faults?.repassword && t(faults.repassword === 'missing' ? 'password_again_missing' : 'passwords_differ')
          }
        />
        {failure && (
          <Callout intent="danger" compact role="alert">
            {failure}
          </Callout>
        )}
        <div className="profile-foot">
          <Button type="submit" loading={busy} text={t(has_password ? 'change_password' : 'set_password')} />
        </div>
      </form>
    </section>
  )
}

/** What is said of a new password that can't be taken. */
function usePasswordWord(): (fault: FieldFault | undefined) => string | undefined {
  const { t } = useTranslation('account')
  return (fault) => {
    if (fault === 'missing') return t('new_password_missing')
    if (fault === 'long') return t('common:at_most', { n: MAX_PASSWORD_LENGTH })
    return fault && t('password_hint', { n: MIN_PASSWORD_LENGTH })
  }
}
