import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { creditSources } from '#core/domain/credits.ts'
import type { Recharge } from '#core/contract/finance.ts'
import type { InputOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Download } from '#src/ui/icons.ts'
import { saveText } from '#src/ui/save-text.ts'
import { Select } from '#src/ui/Select.tsx'
import { useNumber, useTime } from './format.ts'
import { ListPage, PAGE_SIZE } from './ListPage.tsx'

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
  const save = async (): Promise<void> => {
    try {
      const { file_name, content } = await call('exportRecharges', inputOf(filter))
      saveText(file_name, content, { lineEnds: 'kept' })
    } catch (error) {
      notifyFailure(error)
    }
  }
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
      onPage={setPage}
      isFiltered={page > 1 || filter !== everything}
      onClear={() => change(everything)}
      empty={{ title: t('no_recharges'), text: t('no_recharges_text') }}
      filters={
        <>
          <Select
            label={t('filter_source')}
            value={filter.source}
            options={[
              { value: '' as const, label: t('all_sources') },
              ...creditSources.map((value) => ({ value, label: t(`source_${value}`) })),
            ]}
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
          <Button className="finance-csv" icon={<Download />} text={t('download_csv')} onClick={() => void save()} />
        </>
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
