import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { StaffAccount } from '#core/contract/staff.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { More, Search } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { type AccountAct, AccountDialog } from './AccountDialog.tsx'
import { StaffList } from './StaffList.tsx'

const PAGE_SIZE = 20

/** Accounts by search, with acts of staff. */
export function Accounts(): ReactNode {
  const { t } = useTranslation('staff')
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [visitors, setVisitors] = useState(false)
  const [asked, setAsked] = useState<{ account: StaffAccount; act: AccountAct }>()
  const answer = useCall(
    'listAccounts',
    { search, visitors: visitors ? '1' : '0', page, page_size: PAGE_SIZE },
    { keepPreviousData: true },
  )
  return (
    <>
      <div className="staff-filters">
        <TextInput
          type="search"
          className="staff-search"
          leftIcon={<Search />}
          placeholder={t('accounts_hint')}
          aria-label={t('search')}
          value={search}
          maxLength={200}
          onValueChange={(text) => (setSearch(text), setPage(1))}
        />
        <Checkbox
          label={t('with_visitors')}
          checked={visitors}
          onChange={({ currentTarget: { checked } }) => (setVisitors(checked), setPage(1))}
        />
      </div>
      <StaffList
        answer={answer}
        columns={[
          { label: t('account') },
          { label: t('status'), className: 'staff-medium' },
          { label: t('credits'), className: 'staff-number staff-narrow' },
          { label: t('tasks'), className: 'staff-number staff-narrow' },
          { label: t('last_seen'), className: 'staff-narrow' },
          { label: t('joined'), className: 'staff-narrow' },
          { label: t('actions'), className: 'staff-hidden' },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        isFiltered={search !== ''}
        renderRow={(account) => (
          <Row key={account.account_id} account={account} onAct={(act) => setAsked({ account, act })} />
        )}
      />
      {asked && <AccountDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Row({ account, onAct }: { account: StaffAccount; onAct: (act: AccountAct) => void }): ReactNode {
  const navigate = useNavigate()
  const { t, i18n } = useTranslation('staff')
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const { nickname, name, email, company, is_blocked, is_staff, is_visitor, may_have_keys, credits, tasks } = account
  const { used_at, created_at, delete_after, account_id } = account
  const tags = [
    is_blocked && (['tag_blocked', 'danger'] as const),
    delete_after !== '' && (['tag_leaving', 'warning'] as const),
    is_staff && (['tag_staff', 'primary'] as const),
    is_visitor && (['tag_visitor', 'none'] as const),
    may_have_keys && (['tag_keys', 'none'] as const),
  ].filter((tag) => tag !== false)
  const acts: readonly AccountAct[] = [
    ...(is_visitor ? [] : (['grant', 'take'] as const)),
    'sign_out',
    ...(is_visitor ? [] : ([may_have_keys ? 'withdraw_keys' : 'allow_keys'] as const)),
    is_blocked ? 'unblock' : 'block',
  ]
  return (
    <tr>
      <td>
        <div className="ellipsis">{nickname || name || account_id}</div>
        <div className="muted ellipsis staff-detail">{[email, company].filter((text) => text !== '').join(' · ')}</div>
      </td>
      <td>
        <span className="staff-tags">
          {tags.map(([word, intent]) => (
            <Tag key={word} minimal round intent={intent}>
              {t(word)}
            </Tag>
          ))}
        </span>
      </td>
      <td className="staff-number">{number.format(credits)}</td>
      <td className="staff-number">{number.format(tasks)}</td>
      <td className="muted">{used_at && formatAgo(used_at)}</td>
      <td className="muted">{formatAgo(created_at)}</td>
      <td>
        <div className="staff-actions">
          <Popover
            placement="bottom-end"
            content={
              <Menu>
                <MenuItem
                  text={t('their_tasks')}
                  onClick={() => void navigate(`/lab/staff/tasks?view=all&search=${account_id}`)}
                />
                {acts.map((act) => (
                  <MenuItem
                    key={act}
                    text={t(`act_${act}`)}
                    intent={act === 'block' ? 'danger' : 'none'}
                    onClick={() => onAct(act)}
                  />
                ))}
              </Menu>
            }
          >
            <Button variant="minimal" icon={<More />} aria-label={`${t('actions')}: ${nickname || account_id}`} />
          </Popover>
        </div>
      </td>
    </tr>
  )
}
