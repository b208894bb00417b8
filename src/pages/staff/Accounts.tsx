import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { StaffAccount } from '#core/contract/staff.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { More } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { Tag } from '#src/ui/Tag.ts'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { type AccountAct, AccountDialog } from './AccountDialog.tsx'
import { StaffList, widths } from './StaffList.tsx'

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
      <Toolbar>
        <SearchField
          label={t('search')}
          placeholder={t('accounts_hint')}
          value={search}
          onSearch={(text) => (setSearch(text), setPage(1))}
        />
        <Checkbox
          label={t('with_visitors')}
          checked={visitors}
          onChange={({ currentTarget: { checked } }) => (setVisitors(checked), setPage(1))}
        />
      </Toolbar>
      <StaffList
        answer={answer}
        columns={[
          { key: 'account', label: t('account') },
          { key: 'status', label: t('status'), width: widths.medium },
          { key: 'credits', label: t('credits'), isNumber: true, width: widths.narrow },
          { key: 'tasks', label: t('tasks'), isNumber: true, width: widths.narrow },
          { key: 'last_seen', label: t('last_seen'), width: widths.narrow },
          { key: 'joined', label: t('joined'), width: widths.narrow },
          { key: 'actions', label: t('actions'), width: widths.actions, isUnseen: true },
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
      <td className="number">{number.format(credits)}</td>
      <td className="number">{number.format(tasks)}</td>
      <td className="muted">{used_at && formatAgo(used_at)}</td>
      <td className="muted">{formatAgo(created_at)}</td>
      <td>
        <div className="table-actions">
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
