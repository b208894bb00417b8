import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { capitalised } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { useLanguageOptions } from '#src/ui/language-names.ts'
import { AskedSearchField } from '#src/ui/SearchField.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { historyAges, type HistoryFilter } from './history-filter.ts'

interface Props {
  filter: HistoryFilter
  onChange: (part: Partial<HistoryFilter>) => void
  /** Number of matches; undefined until known. */
  total: number | undefined
}

/** Filters of tasks: kind, state, age, and a single video's. */
export function HistoryFilters({ filter, total, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const states = (['queued', 'running', 'succeeded', 'failed'] as const).map((name) => ({
    value: String(TaskState[name]),
    label: capitalised(t(`state_${name}`)),
  }))
  const languages = useLanguageOptions()
  const ages = historyAges.map((count) => ({ value: String(count), label: t('last_days', { count }) }))
  return (
    <Toolbar
      end={
        <span className="muted" role="status">
          {total !== undefined && t('task_count', { count: total })}
        </span>
      }
    >
      <FilterSelect
        label={t('filter_kind')}
        all={t('all_kinds')}
        value={filter.kind}
        options={taskKinds.map(({ type, name }) => ({ value: type, label: t(name) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filter_state')}
        all={t('all_states')}
        value={filter.state}
        options={states}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('filter_time')}
        all={t('all_times')}
        value={filter.days}
        options={ages}
        onChange={(days) => onChange({ days })}
      />
      <FilterSelect
        label={t('column_languages')}
        all={t('all_languages')}
        value={filter.language}
        options={languages}
        onChange={(language) => onChange({ language })}
      />
      <AskedSearchField label={t('search_tasks')} value={filter.search} onSearch={(search) => onChange({ search })} />
      {filter.video !== '' && <VideoChip videoId={filter.video} onRemove={() => onChange({ video: '' })} />}
      {filter.batch !== '' && <BatchChip batchId={filter.batch} onRemove={() => onChange({ batch: '' })} />}
      {filter.chain !== '' && <ChainChip chainId={filter.chain} onRemove={() => onChange({ chain: '' })} />}
    </Toolbar>
  )
}

function VideoChip({ videoId, onRemove }: { videoId: string; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getVideo', { file_id: videoId })
  return <Chip text={data?.video_name ?? t('one_video')} removal={t('all_videos')} onRemove={onRemove} />
}

function BatchChip({ batchId, onRemove }: { batchId: string; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getBatch', { batch_id: batchId })
  const text = data ? t('batch_in', { folder: data.folder_name }) : t('one_batch')
  return <Chip text={text} removal={t('all_tasks')} onRemove={onRemove} />
}

function ChainChip({ chainId, onRemove }: { chainId: string; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getChain', { chain_id: chainId })
  const text = data ? t('tray_chain_name', { name: data.name, count: data.video_sum - 1 }) : t('tray_chain')
  return <Chip text={text} removal={t('all_tasks')} onRemove={onRemove} />
}

function Chip({ text, removal, onRemove }: { text: string; removal: string; onRemove: () => void }): ReactNode {
  return (
    <span className="video-chip">
      <span className="ellipsis">{text}</span>
      <IconButton size="small" icon={<Cross />} label={removal} onClick={onRemove} />
    </span>
  )
}
