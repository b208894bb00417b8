import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useCall } from '#src/api/hooks.ts'

/** Under the form of the login: the way to a new password, by a letter or by the operator. */
export function ForgottenNote(): ReactNode {
  const { t } = useTranslation('login')
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  if (!system) return null
  return (
    <p className="login-on muted">
      {system.mail ? <Link to="/forgotten">{t('forgotten')}</Link> : t('forgotten_operator')}
    </p>
  )
}
