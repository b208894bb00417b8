import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Field } from '#src/ui/form/Field.tsx'
import { formatBytes } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'

type Profile = DataOf<'getProfile'>
type Privacy = DataOf<'getPrivacy'>

/** While a copy is being made, it is asked for this often how far it is. */
const WATCH_MS = 2000

function useDay(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'long' })
  return (iso) => format.format(Date.parse(iso))
}

/** A copy of all that is one's own, and the end of the account. */
export function PrivacyCard({ profile }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const { data } = useCall(
    'getPrivacy',
    {},
    { refreshInterval: (latest?: Privacy) => (latest?.export.state === 'pending' ? WATCH_MS : 0) },
  )
  return (
    <section className="profile-card" aria-labelledby="privacy">
      <h2 id="privacy">{t('privacy')}</h2>
      {data && <Copy privacy={data} />}
      {data && <End privacy={data} profile={profile} />}
    </section>
  )
}

function Copy({ privacy: { export: copy } }: { privacy: Privacy }): ReactNode {
  const { t } = useTranslation('account')
  const day = useDay()
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('addExport', {})
      await refresh('getPrivacy')
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  return (
    <div className="profile-wish">
      <div>
        <strong>{t('export')}</strong>
        <p className="muted">
          {copy.state === 'ready'
            ? t('export_ready', { size: formatBytes(copy.size), day: day(copy.expires_at) })
            : t('export_text')}
        </p>
        {copy.state === 'pending' && <Progress label={t('export_running')} value={copy.progress} />}
      </div>
      {copy.state === 'ready' ? (
        <a className="bp6-button" href={copy.url} download>
          <Download /> <span className="bp6-button-text">{t('export_download')}</span>
        </a>
      ) : (
        <Button loading={busy || copy.state === 'pending'} text={t('export_ask')} onClick={() => void ask()} />
      )}
    </div>
  )
}

function End({ privacy: { delete_after, grace_days }, profile }: { privacy: Privacy; profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const day = useDay()
  const [asking, setAsking] = useState(false)
  const keep = async (): Promise<void> => {
    try {
      await call('keepAccount', {})
      notify.success(t('kept'))
      await refresh('getPrivacy')
    } catch (error) {
      notifyFailure(error)
    }
  }
  if (delete_after !== '')
    return (
      <Callout intent="warning" className="profile-leaving">
        <p>{t('leaving', { day: day(delete_after) })}</p>
        <Button intent="primary" text={t('keep')} onClick={() => void keep()} />
      </Callout>
    )
  return (
    <div className="profile-wish">
      <div>
        <strong>{t('delete_account')}</strong>
        <p className="muted">{t('delete_text', { n: grace_days })}</p>
      </div>
      <Button intent="danger" text={t('delete_account')} onClick={() => setAsking(true)} />
      {asking && <DeleteDialog profile={profile} days={grace_days} onClose={() => setAsking(false)} />}
    </div>
  )
}

function DeleteDialog({ profile, days, onClose }: { profile: Profile; days: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('account')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed === '') return
    setBusy(true)
    try {
      await call('deleteAccount', { password: typed })
      await refresh('getPrivacy', 'listSessions')
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={t('delete_account')} transitionDuration={0} onClose={onClose}>
      <form onSubmit={(event) => void remove(event)}>
        <DialogBody>
          <p>{t('delete_question', { n: days })}</p>
          <Field field="password" label={t(profile.has_password ? 'your_password' : 'your_name')}>
            {(control) => (
              <input
                {...control}
                className="bp6-input bp6-fill"
                type={profile.has_password ? 'password' : 'text'}
                autoComplete={profile.has_password ? 'current-password' : 'off'}
                autoFocus
                maxLength={200}
                value={typed}
                onChange={({ currentTarget: { value } }) => setTyped(value)}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button type="submit" intent="danger" disabled={typed === ''} loading={busy} text={t('delete_account')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
