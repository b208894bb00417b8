import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { AnchorButton, Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Field } from '#src/ui/form/Field.tsx'
import { formatBytes } from '#src/ui/format.ts'
import { Download } from '#src/ui/icons.ts'
import { useDay, useMoment } from '#src/ui/moment.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'

type Profile = DataOf<'getProfile'>
type Privacy = DataOf<'getPrivacy'>

/** Polling interval while an export is being made. */
const WATCH_MS = 2000

/** The data export, and the deletion of the account. */
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
  const moment = useMoment()
  const [busy, setBusy] = useState(false)
  const isReady = copy.state === 'ready'
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
    <div className="profile-request">
      <div>
        <strong>{t('export')}</strong>
        <p className="muted">
          {isReady
            ? t('export_ready', {
                made: moment(copy.created_at),
                size: formatBytes(copy.size),
                day: day(copy.expires_at),
              })
            : t('export_text')}
        </p>
        {copy.state === 'pending' && <Progress label={t('export_running')} value={copy.progress} />}
      </div>
      {isReady && <AnchorButton role="link" icon={<Download />} href={copy.url} download text={t('export_download')} />}
      <Button
        variant={isReady ? 'minimal' : 'solid'}
        loading={busy || copy.state === 'pending'}
        text={t(isReady ? 'export_again' : 'export_ask')}
        onClick={() => void ask()}
      />
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
      await refresh('getPrivacy', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    }
  }
  if (delete_after !== '')
    return (
      <Callout intent="warning" className="profile-leaving" role="status">
        <p>{t('leaving', { day: day(delete_after) })}</p>
        <Button intent="primary" text={t('keep')} onClick={() => void keep()} />
      </Callout>
    )
  return (
    <div className="profile-request">
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
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed === '') return
    setBusy(true)
    try {
      await call('deleteAccount', { password: typed })
      await refresh('getPrivacy', 'listSessions', 'getInfo')
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFault(error.isOffline ? t('common:offline') : error.message)
      setBusy(false)
      input.current?.select()
    }
  }
  return (
    <Dialog isOpen title={t('delete_account')} transitionDuration={0} onClose={onClose}>
      <form onSubmit={(event) => void remove(event)}>
        <DialogBody>
          <p className="delete-question">{t('delete_question', { n: days })}</p>
          <Field
            field="password"
            label={t(profile.has_password ? 'your_password' : 'your_name')}
            hint={profile.has_password ? undefined : profile.userinfo.name}
            fault={fault}
          >
            {(control) => (
              <TextInput
                {...control}
                inputRef={input}
                type={profile.has_password ? 'password' : 'text'}
                autoComplete={profile.has_password ? 'current-password' : 'off'}
                autoFocus
                maxLength={200}
                intent={fault ? 'danger' : 'none'}
                value={typed}
                onValueChange={(value) => {
                  setTyped(value)
                  setFault(undefined)
                }}
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
