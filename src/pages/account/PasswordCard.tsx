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
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { notify } from '#src/ui/toaster.ts'
import { Failure } from './Failure.tsx'
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

/** Changes the password, followed by a new log-in. */
export function PasswordCard({ profile: { has_password, keys } }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const [faults, setFaults] = useState<Faults>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [revokes, setRevokes] = useState(false)
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
      const changed = call('setPassword', { ...change, revoke_keys: revokes })
      await leaveSessionBy(changed)
      await navigate('/login')
      notify.success(t('password_changed'))
      const { keys: left } = await changed
      if (left.length > 0) notify.info(t('keys_remain', { count: left.length, names: left.join(', ') }))
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
        {keys.length > 0 && <KeysNote keys={keys} revokes={revokes} onChange={setRevokes} />}
        <Failure text={failure} />
        <div className="profile-foot">
          <Button type="submit" loading={busy} text={t(has_password ? 'change_password' : 'set_password')} />
        </div>
      </form>
    </section>
  )
}

interface KeysProps {
  readonly keys: readonly string[]
  readonly revokes: boolean
  readonly onChange: (revokes: boolean) => void
}

/** Says that keys stay valid after the change, with the choice to revoke them. */
function KeysNote({ keys, revokes, onChange }: KeysProps): ReactNode {
  const { t } = useTranslation('account')
  return (
    <Callout compact intent="warning" className="profile-keys">
      <p>{t('keys_remain', { count: keys.length, names: keys.join(', ') })}</p>
      <Checkbox
        checked={revokes}
        label={t('revoke_keys', { count: keys.length })}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Callout>
  )
}

/** Why a new password is refused. */
function usePasswordWord(): (fault: FieldFault | undefined) => string | undefined {
  const { t } = useTranslation('account')
  return (fault) => {
    if (fault === 'missing') return t('new_password_missing')
    if (fault === 'long') return t('common:at_most', { n: MAX_PASSWORD_LENGTH })
    return fault && t('password_hint', { n: MIN_PASSWORD_LENGTH })
  }
}
