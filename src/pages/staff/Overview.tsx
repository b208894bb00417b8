import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useCall } from '#src/api/hooks.ts'
import { Unreadable } from './Unreadable.tsx'

/** Waiting requests, and recent failures. */
export function Overview(): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const answer = useCall('getDesk', {}, { refreshInterval: 60_000 })
  const { data } = answer
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  if (!data && answer.error) return <Unreadable answer={answer} />
  const facts = data && [
    { label: t('failed_tasks_day'), value: data.failed_tasks, to: '/lab/staff/tasks' },
    { label: t('failed_uploads_day'), value: data.failed_uploads, to: '/lab/staff/reports' },
    { label: t('views_day'), value: data.views, to: '/lab/staff/reports' },
    { label: t('new_accounts'), value: data.new_accounts, to: '/lab/staff/accounts' },
  ]
  const sums = data && [
    { label: t('accounts_sum'), value: data.accounts, to: '/lab/staff/accounts' },
    { label: t('surveys_sum'), value: data.surveys, to: '/lab/staff/survey' },
  ]
  return (
    <>
      <ul className="staff-cards">
        {data?.inboxes.map(({ kind, waiting, overdue }) => (
          <li key={kind}>
            <Link to={`/lab/staff/requests?kind=${kind}`}>
              <span className="muted">{t(`inbox_${kind}`)}</span>
              <strong>{number.format(waiting)}</strong>
              <span className={overdue > 0 ? 'staff-overdue' : 'muted'}>
                {overdue > 0 ? t('overdue_count', { count: overdue }) : t('waiting')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <h2>{t('last_day')}</h2>
      <ul className="staff-cards">
        {facts?.map(({ label, value, to }) => (
          <li key={label}>
            <Link to={to}>
              <strong>{number.format(value)}</strong>
              <span className="muted">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className="staff-cards">
        {sums?.map(({ label, value, to }) => (
          <li key={label}>
            <Link to={to}>
              <strong>{number.format(value)}</strong>
              <span className="muted">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
