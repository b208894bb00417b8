import { Tag } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { GoogleButton } from './GoogleButton.tsx'
import type { Profile } from './profile.ts'

/** Whether Google opens the account too, and the way to have it do so. */
export function GoogleCard({ profile: { has_google } }: { profile: Profile }): ReactNode {
  const { t } = useTranslation('account')
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  if (!has_google && !system?.google) return null
  return (
    <section className="profile-card" aria-labelledby="google-title">
      <h2 id="google-title">{t('google')}</h2>
      <p className="muted">{t(has_google ? 'google_connected_text' : 'google_text')}</p>
      {has_google ? (
        <Tag minimal round intent="success">
          {t('google_connected')}
        </Tag>
      ) : (
        <GoogleButton text={t('google_connect')} redirect="/lab/profile" />
      )}
    </section>
  )
}
