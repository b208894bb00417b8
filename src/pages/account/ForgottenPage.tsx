import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isEmail } from '#core/domain/account.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Failure } from './Failure.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { TextField } from './TextField.tsx'
import { failureText } from './use-sign-in.ts'

/** Requests a password letter; if mail is off it says who provides a link. */
export function ForgottenPage(): ReactNode {
  const { t } = useTranslation('login')
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  return (
    <SignInFrame>
      <h1>{t('forgotten_title')}</h1>
      {system?.mail === false ? <AskOperator /> : <AskForm />}
      <p className="login-on">
        <Link to="/login">{t('to_login')}</Link>
      </p>
    </SignInFrame>
  )
}

function AskOperator(): ReactNode {
  const { t } = useTranslation('login')
  return (
    <>
      <p className="muted">{t('forgotten_operator')}</p>
      <pre className="login-command">npm run staff -- reset NAME</pre>
    </>
  )
}

function AskForm(): ReactNode {
  const { t } = useTranslation('login')
  const [isWrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [sentTo, setSentTo] = useState('')
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('email')
    const email = typeof value === 'string' ? value.trim() : ''
    setWrong(!isEmail(email))
    if (!isEmail(email)) return
    setBusy(true)
    setFailure('')
    try {
      await call('askPassword', { email })
      setSentTo(email)
    } catch (error) {
      setFailure(failureText(error, t('common:offline')))
    } finally {
      setBusy(false)
    }
  }
  if (sentTo)
    return (
      <p className="muted" role="status">
        {t('forgotten_sent', { email: sentTo })}
      </p>
    )
  return (
    <>
      <p className="muted">{t('forgotten_text')}</p>
      <form noValidate className="login-form" onSubmit={(event) => void send(event)} onInput={() => setWrong(false)}>
        <TextField
          id="email"
          label={t('email')}
          type="email"
          autoComplete="email"
          fault={isWrong ? t('email_form') : undefined}
          autoFocus
        />
        <Failure text={failure} />
        <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('send_letter')} />
      </form>
    </>
  )
}
