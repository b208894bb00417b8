import './profile.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { LogIn, User } from '#src/ui/icons.ts'
import { AboutYou } from './AboutYou.tsx'
import { Appearance } from './Appearance.tsx'
import { GoogleCard } from './GoogleCard.tsx'
import { MemoryCard } from './MemoryCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** The user's account: identity, look, password and sessions. */
export function ProfilePage(): ReactNode {
  const { t } = useTranslation('account')
  const { user } = useSnapshot(account)
  return (
    <div className="profile">
      <h1>{t('profile')}</h1>
      {user && !user.is_vistor ? <OwnProfile /> : <VisitorProfile />}
    </div>
  )
}

/** A visitor has no account: shows the look and the sign-up. */
function VisitorProfile(): ReactNode {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  return (
    <>
      <NonIdealState
        className="profile-visitor"
        icon={<User size={40} />}
        title={t('visitor')}
        description={t('visitor_text')}
        action={
          <Button
            intent="primary"
            icon={<LogIn />}
            text={t('common:log_in')}
            onClick={() => void navigate('/login?redirect=%2Flab%2Fprofile')}
          />
        }
      />
      <Appearance />
    </>
  )
}

function OwnProfile(): ReactNode {
  const { t } = useTranslation('account')
  const { data, error, isValidating, mutate } = useCall('getProfile', {})
  if (error && !data)
    return (
      <Failing
        title={t('profile_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <Skeleton />
  return (
    <>
      <AboutYou profile={data} onSaved={(next) => void mutate(next, false)} />
      <Appearance />
      <PasswordCard profile={data} />
      <GoogleCard profile={data} />
      <SessionsCard />
      <MemoryCard />
      <PrivacyCard profile={data} />
    </>
  )
}

function Skeleton(): ReactNode {
  return (
    <div className="skeleton" aria-busy>
      {[280, 120, 240].map((height) => (
        <span key={height} className="skeleton-block profile-skeleton" style={{ height }} />
      ))}
    </div>
  )
}
