import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { SignedIn } from '#core/contract/session.ts'
import { accountName } from '#core/domain/account-name.ts'
import {
  type FieldFault,
  type Login,
  loginFaults,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type SignUp,
  signUpFaults,
} from '#core/domain/account.ts'
import { SIGN_UP_CREDITS } from '#core/domain/prices.ts'
import { safeRedirect } from '#core/domain/redirect.ts'
import { call } from '#src/api/call.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { later } from '#src/ui/later.tsx'
import { Tab, Tabs } from '#src/ui/Tabs.ts'
import { Failure } from './Failure.tsx'
import { returnedFrom } from './google.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { TextField } from './TextField.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Google may be unavailable, and the page does not wait for it. */
const GoogleButton = later(async () => (await import('./GoogleButton.tsx')).GoogleButton)
const GoogleReturn = later(async () => (await import('./GoogleReturn.tsx')).GoogleReturn)

/** Log-in, sign-up, or trial without an account, beside a product description. */
export function LoginPage(): ReactNode {
  const { t } = useTranslation('login')
  const [query, setQuery] = useSearchParams()
  const [failure, setFailure] = useState('')
  const returned = returnedFrom(query)
  const tab = query.get('tab') === 'register' ? 'register' : 'login'
  const select = (id: string): void => {
    query.set('tab', id)
    setQuery(query, { replace: true })
  }
  const backToForm = useCallback(
    (text: string, redirect: string) => {
      setFailure(text)
      setQuery({ redirect }, { replace: true })
    },
    [setQuery],
  )
  return (
    <SignInFrame>
      {returned ? (
        <GoogleReturn returned={returned} onFailure={backToForm} />
      ) : (
        <>
          <h1>{t(`${tab}_title`)}</h1>
          <p className="muted">{t(`${tab}_lead`, { n: SIGN_UP_CREDITS })}</p>
          <VisitorNote />
          <Failure text={failure} />
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
          <OtherWays />
          <Terms />
        </>
      )}
    </SignInFrame>
  )
}

type Faults<F extends string> = Partial<Record<F, FieldFault>>

/** Shows faults of fields from the first submission on, focuses the first one, and sends a form without any. */
function useSignInForm<F extends string, V>(
  read: (form: FormData) => V,
  check: (values: V) => Faults<F>,
  work: (values: V) => Promise<SignedIn>,
) {
  const { send, busy, failure, clear } = useSignIn()
  const [found, setFound] = useState<Faults<F>>()
  const none: Faults<F> = {}
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget: form } = event
    const values = read(new FormData(form))
    const wrong = check(values)
    setFound(wrong)
    const wanting = [...form.querySelectorAll('input')].find(({ dataset }) => (dataset['field'] ?? '') in wrong)
    if (wanting) wanting.focus()
    else void send(() => work(values))
  }
  const onInput = ({ currentTarget: form }: FormEvent<HTMLFormElement>): void => {
    clear()
    if (found) setFound(check(read(new FormData(form))))
  }
  const form = { noValidate: true, onSubmit, onInput, className: 'login-form' }
  return { faults: found ?? none, busy, failure, form }
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const loginIn = (form: FormData): Login => ({ account: textOf(form, 'account'), password: textOf(form, 'password') })

/** Messages of faults: missing, too long, or else `form`. */
function useFaultWords() {
  const { t } = useTranslation('login')
  return (fault: FieldFault | undefined, most: number, form: string): string | undefined => {
    if (fault === 'missing') return t('field_missing')
    return fault === 'long' ? t('common:at_most', { n: most }) : fault && form
  }
}

function LoginForm(): ReactNode {
  const { t } = useTranslation('login')
  const { faults, busy, failure, form } = useSignInForm(loginIn, loginFaults, (login) => call('loginAccount', login))
  const said = useFaultWords()
  return (
    <form {...form}>
      <TextField
        id="account"
        label={t('name_or_email')}
        autoComplete="username"
        fault={said(faults.account, MAX_EMAIL_LENGTH, '')}
        autoFocus
      />
      <TextField
        id="password"
        label={t('password')}
        type="password"
        autoComplete="current-password"
        fault={said(faults.password, MAX_PASSWORD_LENGTH, '')}
      />
      <Failure text={failure} />
      <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('log_in')} />
      <p className="login-on muted">
        <Link to="/forgotten">{t('forgotten')}</Link>
      </p>
    </form>
  )
}

function valuesOf(form: FormData): SignUp {
  return {
    name: textOf(form, 'name').trim(),
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'new-password'),
  }
}

function RegisterForm(): ReactNode {
  const { t } = useTranslation('login')
  const { faults, busy, failure, form } = useSignInForm(valuesOf, signUpFaults, (values) =>
    call('registerAccount', values),
  )
  const said = useFaultWords()
  return (
    <form {...form}>
      <TextField
        id="name"
        label={t('name')}
        autoComplete="username"
        hint={t('name_hint')}
        fault={said(faults.name, accountName.max, t('name_form'))}
        autoFocus
      />
      <TextField
        id="email"
        label={t('email')}
        type="email"
        autoComplete="email"
        fault={said(faults.email, MAX_EMAIL_LENGTH, t('email_form'))}
      />
      <TextField
        id="new-password"
        field="password"
        label={t('password')}
        type="password"
        autoComplete="new-password"
        hint={t('password_hint', { n: MIN_PASSWORD_LENGTH })}
        fault={said(faults.password, MAX_PASSWORD_LENGTH, t('password_hint', { n: MIN_PASSWORD_LENGTH }))}
      />
      <Failure text={failure} />
      <Button type="submit" intent="primary" size="large" fill loading={busy} text={t('create_account')} />
    </form>
  )
}

/** For a visitor: nothing will be lost. */
function VisitorNote(): ReactNode {
  const { t } = useTranslation('login')
  const { user } = useSnapshot(account)
  return user?.is_vistor ? <p className="login-visitor">{t('visitor_keeps')}</p> : null
}

/** The terms that continuing accepts. */
function Terms(): ReactNode {
  const { t } = useTranslation('login')
  return (
    <p className="login-terms muted">
      {t('terms')} <Link to="/agreement">{t('agreement')}</Link> {t('and_the')}{' '}
      <Link to="/agreement#privacy">{t('privacy')}</Link>
    </p>
  )
}

/** Sign-in by Google, or without an account. */
function OtherWays(): ReactNode {
  const { t } = useTranslation('login')
  const [query] = useSearchParams()
  const { send, busy, failure } = useSignIn()
  return (
    <div className="login-try">
      <GoogleButton
        text={t('with_google')}
        redirect={safeRedirect(query.get('redirect'))}
        size="large"
        lostText={t('files_not_kept')}
      />
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
