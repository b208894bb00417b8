import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { creditSources } from '#core/domain/credits.ts'
import type { Recharge } from '#core/contract/finance.ts'
import type { InputOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListPage } from '#src/ui/ListPage.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { CsvButton } from './CsvButton.tsx'
import { useNumber, useTime } from './format.ts'
import { NothingYet, PAGE_SIZE } from './NothingYet.tsx'

interface Filter {
  readonly source: '' | (typeof creditSources)[number]
  readonly open: '0' | '1'
}

const everything: Filter = { source: '', open: '0' }

function inputOf({ source, open }: Filter): InputOf<'exportRecharges'> {
  return { open, ...(source !== '' && { source }) }
}

/** Received credits with remainder and expiry. */
export function RechargeList(): ReactNode {
  const { t } = useTranslation('finance')
  const [filter, setFilter] = useState(everything)
  const [page, setPage] = useState(1)
  const change = (part: Partial<Filter>): void => {
    setFilter({ ...filter, ...part })
    setPage(1)
  }
  const answer = useCall(
    'listRecharges',
    { page, page_size: PAGE_SIZE, ...inputOf(filter) },
    { keepPreviousData: true },
  )
  return (
    <ListPage
      answer={{ ...answer, data: answer.data, error: answer.error }}
      columns={[
        { key: 'time', label: t('column_time') },
        { key: 'source', label: t('column_source') },
        { key: 'received', label: t('column_received'), isNumber: true },
        { key: 'left', label: t('column_left'), isNumber: true },
        { key: 'until', label: t('column_until') },
      ]}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      place="part"
      isFiltered={page > 1 || filter !== everything}
      onClear={() => change(everything)}
      failedTitle={t('list_failed')}
      empty={<NothingYet title={t('no_recharges')} text={t('no_recharges_text')} />}
      toolbar={
        <Toolbar end={<CsvButton read={() => call('exportRecharges', inputOf(filter))} />}>
          <FilterSelect
            label={t('filter_source')}
            all={t('all_sources')}
            value={filter.source}
            options={creditSources.map((value) => ({ value, label: t(`source_${value}`) }))}
            onChange={(source) => change({ source })}
          />
          <Select
            label={t('filter_open')}
            value={filter.open}
            options={[
              { value: '0' as const, label: t('open_or_not') },
              { value: '1' as const, label: t('only_open') },
            ]}
            onChange={(open) => change({ open })}
          />
        </Toolbar>
      }
      renderRow={(recharge) => <RechargeRow key={recharge.id} recharge={recharge} />}
    />
  )
}

function RechargeRow({ recharge }: { recharge: Recharge }): ReactNode {
  const { t } = useTranslation('finance')
  const [number, time] = [useNumber(), useTime()]
  const { source, reason, credits, left, create_time, expire_time } = recharge
  const [now] = useState(() => Date.now())
  const isOver = expire_time !== '' && Date.parse(expire_time) <= now
  return (
    <tr>
      <td>{time(create_time)}</td>
      <td>
        {t(`source_${source}`)}
        {reason === 'returned' && <span className="muted"> · {t('reason_returned')}</span>}
        {source === 'staff' && <span className="muted"> · {reason}</span>}
      </td>
      <td className="number">{number(credits)}</td>
      <td className="number">{number(left)}</td>
      <td className={isOver ? 'muted' : ''}>{expire_time === '' ? t('no_end') : time(expire_time)}</td>
    </tr>
  )
}
