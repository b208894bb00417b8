import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { GoogleButton } from './GoogleButton.tsx'
import type { Profile } from './profile.ts'

/** Whether Google is connected, with the buttons to connect and disconnect it. */
export function GoogleCard({ profile: { has_google, has_password } }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  if (!has_google && !system?.google) return null
  return (
    <section className="profile-card" aria-labelledby="google-title">
      <h2 id="google-title">{t('google')}</h2>
      <p className="muted">{t(has_google ? 'google_connected_text' : 'google_text')}</p>
      {has_google ? (
        <Connected mayLeave={has_password} />
      ) : (
        <GoogleButton text={t('google_connect')} redirect="/lab/profile" />
      )}
    </section>
  )
}

/** Without a password nothing else opens the account: then Google stays, with the reason. */
function Connected({ mayLeave }: { mayLeave: boolean }): ReactNode {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const leave = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('leaveGoogle', {})
      await refresh('getProfile')
      notify.success(t('google_disconnected'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <div className="google-connected">
        <Tag minimal round intent="success">
          {t('google_connected')}
        </Tag>
        {mayLeave && <Button size="small" text={t('google_disconnect')} onClick={() => setAsking(true)} />}
      </div>
      {!mayLeave && <p className="muted">{t('google_needs_password')}</p>}
      <ConfirmDialog
        open={isAsking}
        busy={busy}
        text={t('google_disconnect_question')}
        confirmText={t('google_disconnect')}
        onConfirm={() => leave()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
