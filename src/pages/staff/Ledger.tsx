import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import { useCall } from '#src/api/hooks.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Tag } from '#src/ui/Tag.ts'
import { StaffList, widths } from './StaffList.tsx'

type Audits = DataOf<'listAudits'>
type LedgerAudit = Audits['audits'][number]
type Payment = Audits['payments'][number]

/** Nightly audits of all ledgers, and payments without credits. */
export function Ledger(): ReactNode {
  const { t } = useTranslation('staff')
  const answer = useCall('listAudits', {})
  const { data } = answer
  const part = <T,>(list: readonly T[] | undefined) => ({ ...answer, data: list && { list, total: list.length } })
  const [last] = data?.audits ?? []
  return (
    <>
      {last && (
        <Callout intent={last.difference ? 'danger' : 'success'} className="staff-ledger">
          {last.difference ? t('ledger_differs', { name: last.account_name }) : t('ledger_fine')}
        </Callout>
      )}
      <h2>{t('ledger_audits')}</h2>
      <StaffList<LedgerAudit>
        answer={part(data?.audits)}
        columns={[
          { key: 'when', label: t('when'), width: widths.medium },
          { key: 'part_accounts', label: t('part_accounts'), isNumber: true, width: widths.narrow },
          { key: 'entries', label: t('entries'), isNumber: true, width: widths.narrow },
          { key: 'found', label: t('found') },
        ]}
        page={1}
        pageSize={data?.audits.length || 1}
        onPage={() => undefined}
        renderRow={(audit) => <AuditRow key={audit.id} audit={audit} />}
      />
      <h2>{t('ledger_payments')}</h2>
      <p className="muted">{t('ledger_payments_text')}</p>
      <StaffList<Payment>
        answer={part(data?.payments)}
        columns={[
          { key: 'when', label: t('when'), width: widths.medium },
          { key: 'account', label: t('account'), width: widths.medium },
          { key: 'what', label: t('what'), width: widths.wide },
          { key: 'details', label: t('details') },
        ]}
        page={1}
        pageSize={data?.payments.length || 1}
        onPage={() => undefined}
        renderRow={(payment) => <PaymentRow key={payment.id} payment={payment} />}
      />
    </>
  )
}

function useTime(): (iso: string) => string {
  const { i18n } = useTranslation('staff')
  const format = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => format.format(Date.parse(iso))
}

function AuditRow({ audit }: { audit: LedgerAudit }): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const time = useTime()
  const { difference, accounts, entries, account_name, create_time } = audit
  return (
    <tr>
      <td className="muted">{time(create_time)}</td>
      <td className="number">{number.format(accounts)}</td>
      <td className="number">{number.format(entries)}</td>
      <td>
        {difference ? (
          <>
            <Tag minimal round intent="danger">
              {t(`difference_${difference.what}`, difference.what)}
            </Tag>
            <div className="muted staff-detail">
              <Link to={`/lab/staff/tasks?view=all&search=${encodeURIComponent(difference.accountId)}`}>
                {account_name || difference.accountId}
              </Link>
              {' · '}
              {t('difference_text', {
                entry: difference.entryId,
                expected: difference.expected,
                found: difference.found,
              })}
            </div>
          </>
        ) : (
          <span className="muted">{t('ledger_nothing')}</span>
        )}
      </td>
    </tr>
  )
}

function PaymentRow({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation('staff')
  const time = useTime()
  const { create_time, account_name, outcome, detail, gateway, order_id, payment_ref } = payment
  return (
    <tr>
      <td className="muted">{time(create_time)}</td>
      <td className="ellipsis">{account_name}</td>
      <td>{t(`outcome_${outcome}`, outcome)}</td>
      <td className="muted staff-detail">{[detail, gateway, order_id, payment_ref].filter(Boolean).join(' · ')}</td>
    </tr>
  )
}
