import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditAct, auditActs } from '#core/domain/staff.ts'
import { useCall } from '#src/api/hooks.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { StaffList, widths } from './StaffList.tsx'

type Translate = ReturnType<typeof useTranslation<'staff'>>['t']

const PAGE_SIZE = 50

/** Acts of staff, and of users on their whole account. Read-only. */
export function Audit(): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const [page, setPage] = useState(1)
  const [act, setAct] = useState<AuditAct | ''>('')
  const answer = useCall('listAudit', { page, page_size: PAGE_SIZE, ...(act && { act }) }, { keepPreviousData: true })
  const time = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <Toolbar>
        <FilterSelect
          label={t('what')}
          all={t('any_act')}
          value={act}
          options={auditActs.map((value) => ({ value, label: t(`audit_${value}`) }))}
          onChange={(next) => (setAct(next), setPage(1))}
        />
      </Toolbar>
      <StaffList
        answer={answer}
        columns={[
          { key: 'when', label: t('when'), width: widths.medium },
          { key: 'who', label: t('who'), width: widths.medium },
          { key: 'what', label: t('what'), width: widths.medium },
          { key: 'whom', label: t('whom'), width: widths.medium },
          { key: 'reason', label: t('reason') },
          { key: 'details', label: t('details') },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        isFiltered={act !== ''}
        renderRow={({ id, actor, act: done, subject, subject_id, reason, details, created_at }) => (
          <tr key={id}>
            <td className="muted">{time.format(Date.parse(created_at))}</td>
            <td className="ellipsis">{actor || <span className="muted">{t('by_command')}</span>}</td>
            <td>{t(`audit_${done}`)}</td>
            <td className="ellipsis">{subject || subject_id}</td>
            <td>{reason}</td>
            <td className="muted staff-detail">
              {inOrder(details)
                .map(([name, value]) => detailText(t, name, String(value)))
                .join(' · ')}
            </td>
          </tr>
        )}
      />
    </>
  )
}

const detailOrder = ['kind', 'from', 'to', 'amount', 'credits', 'days']

/** Details as they are read; the database keeps them in no order. */
function inOrder(details: Readonly<Record<string, unknown>>): [string, unknown][] {
  const place = (name: string): number => {
    const at = detailOrder.indexOf(name)
    return at < 0 ? detailOrder.length : at
  }
  const said = Object.entries(details).filter(([, value]) => value !== '')
  return said.sort(([a], [b]) => place(a) - place(b))
}

/** A detail in words; an unknown one unchanged. */
function detailText(t: Translate, name: string, value: string): string {
  const words = name === 'kind' ? `inbox_${value}` : name === 'from' || name === 'to' ? `status_${value}` : undefined
  const shown = words === undefined ? value : t(words, value)
  return t(`detail_${name}`, { value: shown, defaultValue: `${name}: ${shown}` })
}
