import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail, MAX_EMAIL_LENGTH } from '#core/domain/account.ts'
import { SIGN_UP_CREDITS } from '#core/domain/prices.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Field } from '#src/ui/form/Field.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import type { Profile } from './profile.ts'
import { failureText } from './use-sign-in.ts'

/** The e-mail address, whether it is proved, and if mail is on a button to prove it. */
export function Address({ profile }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const { email, email_verified, gift_waits } = profile
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {email || '–'}
      {email && (email_verified || system?.mail) && (
        <Tag minimal round intent={email_verified ? 'success' : 'warning'}>
          {t(email_verified ? 'address_proved' : 'address_unproved')}
        </Tag>
      )}
      {!email_verified && system?.mail && (
        <Button size="small" text={t('prove_address')} onClick={() => setAsking(true)} />
      )}
      {gift_waits && (
        <span className="muted">
          {t(system?.mail ? 'gift_waits' : 'gift_waits_operator', { count: SIGN_UP_CREDITS })}
        </span>
      )}
      {isAsking && <ProveDialog profile={profile} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Requests the letter; a changed address needs the password. */
function ProveDialog({ profile, onClose }: { profile: Profile; onClose: () => void }): ReactNode {
  const { t } = useTranslation('account')
  const [email, setEmail] = useState(profile.email)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isAnother = email.trim().toLowerCase() !== profile.email.toLowerCase()
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      await call('askProof', { email: email.trim(), password })
      await refresh('getProfile')
      notify.success(t('letter_sent', { email: email.trim() }))
      onClose()
    } catch (error) {
      setFailure(failureText(error, t('common:offline')))
      setBusy(false)
    }
  }
  const set = (change: (text: string) => void) => (text: string) => {
    change(text)
    setFailure(undefined)
  }
  return (
    <Dialog isOpen title={t('prove_address')} transitionDuration={0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void send(event)}>
        <DialogBody>
          <p className="delete-question">{t('prove_text')}</p>
          <Field field="email" label={t('email')} fault={isAnother ? undefined : failure}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                autoComplete="email"
                autoFocus
                maxLength={MAX_EMAIL_LENGTH}
                value={email}
                onValueChange={set(setEmail)}
              />
            )}
          </Field>
          {isAnother && profile.has_password && (
            <Field field="password" label={t('your_password')} fault={failure}>
              {(control) => (
                <TextInput
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  maxLength={200}
                  value={password}
                  onValueChange={set(setPassword)}
                />
              )}
            </Field>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                disabled={!isEmail(email.trim())}
                loading={busy}
                text={t('send_letter')}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
