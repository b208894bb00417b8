import './login.css'
import { Button, Callout, FormGroup, InputGroup, Tab, Tabs } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { MIN_PASSWORD_LENGTH } from '#core/domain/account.ts'
import type { SignedIn } from '#core/contract/session.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { safeRedirect } from '#src/api/redirect.ts'
import { storeSession } from '#src/api/session.ts'
import { Logo } from '#src/ui/Logo.tsx'

/** Logging in, signing up, or trying without an account. */
export function LoginPage(): ReactNode {
  const { t } = useTranslation('public')
  const [query, setQuery] = useSearchParams()
  const tab = query.get('tab') === 'register' ? 'register' : 'login'
  const select = (id: string): void => {
    query.set('tab', id)
    setQuery(query, { replace: true })
  }
  return (
    <main className="login">
      <Link to="/" title={t('home')}>
        <Logo />
      </Link>
      <section className="login-card">
        <Tabs
          id="login-tabs"
          renderActiveTabPanelOnly
          selectedTabId={tab}
          onChange={(id) => select(String(id))}
          size="large"
        >
          <Tab id="login" title={t('log_in')} panel={<LoginForm />} />
          <Tab id="register" title={t('sign_up')} panel={<RegisterForm />} />
        </Tabs>
        <TryIt />
      </section>
    </main>
  )
}

/** Sends, stores the session and goes where the person wanted to go; the message of a refusal stays on the form. */
function useSignIn(): { send: (work: () => Promise<SignedIn>) => Promise<void>; busy: boolean; failure: string } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (work: () => Promise<SignedIn>): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      storeSession(await work())
      await navigate(safeRedirect(query.get('redirect')), { replace: true })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error.isOffline ? t('offline') : error.message)
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, failure }
}

function Failure({ text }: { text: string }): ReactNode {
  return text ? (
    <Callout intent="danger" compact role="alert">
      {text}
    </Callout>
  ) : null
}

function LoginForm(): ReactNode {
  const { t } = useTranslation('public')
  const { send, busy, failure } = useSignIn()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, password] = [String(form.get('account')), String(form.get('password'))]
    void send(() => call('loginAccount', { account: name, password }))
  }
  return (
    <form onSubmit={submit} className="login-form">
      <FormGroup label={t('name_or_email')} labelFor="account">
        <InputGroup id="account" name="account" autoComplete="username" required size="large" />
      </FormGroup>
      <FormGroup label={t('password')} labelFor="password">
        <InputGroup
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          size="large"
        />
      </FormGroup>
      <Failure text={failure} />
      <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('log_in')} />
    </form>
  )
}

function RegisterForm(): ReactNode {
  const { t } = useTranslation('public')
  const { send, busy, failure } = useSignIn()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const field = (name: string): string => String(form.get(name))
    const [name, email, password] = [field('name'), field('email'), field('new-password')]
    void send(() => call('registerAccount', { name, email, password }))
  }
  return (
    <form onSubmit={submit} className="login-form">
      <FormGroup label={t('name')} labelFor="name">
        <InputGroup
          id="name"
          name="name"
          autoComplete="username"
          required
          minLength={2}
          maxLength={40}
          pattern="[^\s@]+"
          title={t('name_hint')}
          size="large"
        />
      </FormGroup>
      <FormGroup label={t('email')} labelFor="email">
        <InputGroup id="email" name="email" type="email" autoComplete="email" required size="large" />
      </FormGroup>
      <FormGroup
        label={t('password')}
        labelFor="new-password"
        helperText={t('password_hint', { n: MIN_PASSWORD_LENGTH })}
      >
        <InputGroup
          id="new-password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          size="large"
        />
      </FormGroup>
      <Failure text={failure} />
      <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('create_account')} />
      <p className="muted">{t('free_credits')}</p>
    </form>
  )
}

function TryIt(): ReactNode {
  const { t } = useTranslation('public')
  const { send, busy, failure } = useSignIn()
  return (
    <div className="login-try">
      <Failure text={failure} />
      <Button
        variant="minimal"
        fill
        loading={busy}
        text={t('try_without_account')}
        onClick={() => void send(() => call('loginAnonymous', {}))}
      />
    </div>
  )
}
