import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Consumption } from '#core/contract/finance.ts'
import type { InputOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListPage } from '#src/ui/ListPage.tsx'
import { AskedSearchField } from '#src/ui/SearchField.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { CreditUse } from './CreditUse.tsx'
import { CsvButton } from './CsvButton.tsx'
import { signed, useNumber, useTime } from './format.ts'
import { NothingYet, PAGE_SIZE } from './NothingYet.tsx'

const kinds = ['hold', 'release', 'refund', 'expiry', 'adjust'] as const
const ages = ['7', '30', '90', '365'] as const

interface Filter {
  readonly kind: '' | (typeof kinds)[number]
  readonly days: '' | (typeof ages)[number]
  readonly search: string
}

const everything: Filter = { kind: '', days: '', search: '' }

function inputOf({ kind, days, search }: Filter): InputOf<'exportConsumption'> {
  return { ...(kind !== '' && { kind }), ...(days !== '' && { days: Number(days) }), ...(search !== '' && { search }) }
}

/** How credits were used, returned and expired. */
export function ConsumptionList(): ReactNode {
  const { t } = useTranslation('finance')
  const [filter, setFilter] = useState(everything)
  const [page, setPage] = useState(1)
  const change = (part: Partial<Filter>): void => {
    setFilter({ ...filter, ...part })
    setPage(1)
  }
  const answer = useCall(
    'listConsumption',
    { page, page_size: PAGE_SIZE, ...inputOf(filter) },
    { keepPreviousData: true },
  )
  return (
    <ListPage
      answer={{ ...answer, data: answer.data, error: answer.error }}
      columns={[
        { key: 'time', label: t('column_time') },
        { key: 'what', label: t('column_what') },
        { key: 'kind', label: t('column_kind') },
        { key: 'credits', label: t('column_credits'), isNumber: true },
        { key: 'balance', label: t('column_balance'), isNumber: true },
      ]}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      place="part"
      isFiltered={page > 1 || filter !== everything}
      onClear={() => change(everything)}
      failedTitle={t('list_failed')}
      empty={<NothingYet title={t('no_consumption')} text={t('no_consumption_text')} />}
      toolbar={
        <>
          <CreditUse />
          <Filters filter={filter} onChange={change} />
        </>
      }
      renderRow={(entry) => <EntryRow key={entry.id} entry={entry} />}
    />
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }): ReactNode {
  const { t } = useTranslation('finance')
  return (
    <Toolbar end={<CsvButton read={() => call('exportConsumption', inputOf(filter))} />}>
      <FilterSelect
        label={t('filter_kind')}
        all={t('all_kinds')}
        value={filter.kind}
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filter_time')}
        all={t('all_times')}
        value={filter.days}
        options={ages.map((value) => ({ value, label: t('last_days', { count: Number(value) }) }))}
        onChange={(days) => onChange({ days })}
      />
      <AskedSearchField label={t('search')} value={filter.search} onSearch={(search) => onChange({ search })} />
    </Toolbar>
  )
}

function EntryRow({ entry }: { entry: Consumption }): ReactNode {
  const { t } = useTranslation('finance')
  const [number, time] = [useNumber(), useTime()]
  const { kind, amount, balance, outcome, create_time } = entry
  return (
    <tr>
      <td>{time(create_time)}</td>
      <td>
        <What entry={entry} />
      </td>
      <td>{kindText(t, kind, outcome)}</td>
      <td className={amount > 0 ? 'number finance-plus' : 'number'}>{signed(number(amount), amount)}</td>
      <td className="number">{number(balance)}</td>
    </tr>
  )
}

type Translate = ReturnType<typeof useTranslation<'finance'>>['t']

function kindText(t: Translate, kind: Consumption['kind'], outcome: Consumption['outcome']): string {
  if (kind === 'hold') return t(`entry_hold_${outcome === '' ? 'open' : outcome}`)
  return kind === 'grant' || kind === 'settle' ? '' : t(`entry_${kind}`)
}

/** The task by kind and name; other entries in words. */
function What({ entry }: { entry: Consumption }): ReactNode {
  const { t } = useTranslation('finance')
  const { t: ofTasks } = useTranslation('tasks')
  const { kind, task_id, task_type, note } = entry
  if (task_id === '') return kind === 'expiry' ? t('what_expiry') : note || t('what_order')
  const name = taskKinds.find(({ type }) => type === task_type)?.name
  // Not in the history: it was requested in the editor.
  if (task_type === 'line_translate' || task_type === 'line_speech') {
    return (
      <span className="finance-task">
        <span className="ellipsis">{note}</span>
        <span className="muted">{ofTasks(`type_${task_type}`)}</span>
      </span>
    )
  }
  return (
    <Link className="finance-task" to={`/lab/history?search=${encodeURIComponent(note)}`}>
      <span className="ellipsis">{note || t('what_task')}</span>
      {name && <span className="muted">{ofTasks(name)}</span>}
    </Link>
  )
}
