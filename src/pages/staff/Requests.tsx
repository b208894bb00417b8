import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { SubmissionView } from '#core/contract/staff.ts'
import { PARTNER_ANSWER_DAYS } from '#core/domain/forms.ts'
import { inboxes, statusesOf, type SubmissionStatus } from '#core/domain/staff.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { StaffList, widths } from './StaffList.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'

const PAGE_SIZE = 20

/** Submissions, an inbox per form. */
export function Requests(): ReactNode {
  const { t } = useTranslation('staff')
  const [query, setQuery] = useSearchParams()
  const kind = inboxes.find((one) => one === query.get('kind')) ?? 'partner'
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<SubmissionStatus | ''>('')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<SubmissionView>()
  const known = statusesOf(kind)
  const chosen = known.find((one) => one === status) ?? ''
  const answer = useCall(
    'listSubmissions',
    { kind, search, page, page_size: PAGE_SIZE, ...(chosen && { status: chosen }) },
    { keepPreviousData: true },
  )
  return (
    <>
      <Toolbar>
        <Select
          label={t('part_requests')}
          value={kind}
          options={inboxes.map((value) => ({ value, label: t(`inbox_${value}`) }))}
          onChange={(next) => (setQuery({ kind: next }, { replace: true }), setPage(1))}
        />
        <FilterSelect
          label={t('status')}
          all={t('any_status')}
          value={chosen}
          options={known.map((value) => ({ value, label: t(`status_${value}`) }))}
          onChange={(next) => (setStatus(next), setPage(1))}
        />
        <SearchField label={t('search')} value={search} onSearch={(text) => (setSearch(text), setPage(1))} />
      </Toolbar>
      <StaffList
        answer={answer}
        columns={[
          { key: 'from', label: t('from') },
          { key: 'status', label: t('status'), width: widths.wide },
          { key: 'received', label: t('received'), width: widths.narrow },
          ...(kind === 'partner' ? [{ key: 'answer_by', label: t('answer_by'), width: widths.medium }] : []),
          { key: 'last_editor', label: t('last_editor'), width: widths.narrow },
          { key: 'actions', label: t('actions'), width: widths.actions, isUnseen: true },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        isFiltered={chosen !== '' || search !== ''}
        renderRow={(one) => <Row key={one.id} one={one} onOpen={() => setOpen(one)} />}
      />
      {open && (
        <RequestDrawer
          key={open.id}
          request={open}
          onClose={() => setOpen(undefined)}
          onSaved={() => void answer.mutate()}
        />
      )}
    </>
  )
}

/** The sender, as far as the fields say. */
function senderOf({ content, sender }: SubmissionView): { name: string; about: string } {
  const text = (field: string): string => (typeof content[field] === 'string' ? content[field] : '')
  const name = text('name') || text('user_name') || sender || text('contact_details')
  return { name, about: text('company') || text('company_name') || text('content') }
}

function Row({ one, onOpen }: { one: SubmissionView; onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const { status, created_at, due_at, working_days, is_overdue, editor, kind } = one
  const { name, about } = senderOf(one)
  const day = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeZone: 'UTC' })
  const known = statusesOf(kind).find((each) => each === status)
  return (
    <tr>
      <td>
        <div className="ellipsis">{name}</div>
        <div className="muted ellipsis staff-detail">{about}</div>
      </td>
      <td>
        <Tag minimal round intent={status === 'new' ? 'primary' : 'none'}>
          {known ? t(`status_${known}`) : status}
        </Tag>
      </td>
      <td className="muted">{formatAgo(created_at)}</td>
      {kind === 'partner' && (
        <td>
          {status === 'new' && due_at && (
            <>
              <div className={is_overdue ? 'staff-overdue' : undefined}>
                {is_overdue ? t('overdue') : day.format(Date.parse(due_at) - 1)}
              </div>
              <div className="muted staff-detail">
                {is_overdue
                  ? t('late_days', { count: working_days - PARTNER_ANSWER_DAYS })
                  : t('working_days', { n: working_days })}
              </div>
            </>
          )}
        </td>
      )}
      <td className="muted ellipsis">{editor}</td>
      <td>
        <div className="table-actions">
          <Button size="small" text={t('open_request')} onClick={onOpen} />
        </div>
      </td>
    </tr>
  )
}
