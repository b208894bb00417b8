import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import { capitalised } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Search } from '#src/ui/icons.ts'
import { useLanguageOptions } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { historyAges, type HistoryFilter } from './history-filter.ts'

interface Props {
  filter: HistoryFilter
  onChange: (part: Partial<HistoryFilter>) => void
}

interface FiltersProps extends Props {
  /** Number of matches; undefined until known. */
  total: number | undefined
}

/** Filters of tasks: kind, state, age, and a single video's. */
export function HistoryFilters({ filter, total, onChange }: FiltersProps): ReactNode {
  const { t } = useTranslation('tasks')
  const states = (['queued', 'running', 'succeeded', 'failed'] as const).map((name) => ({
    value: String(TaskState[name]),
    label: capitalised(t(`state_${name}`)),
  }))
  const ages = historyAges.map((count) => ({ value: String(count), label: t('last_days', { count }) }))
  return (
    <div className="history-filters">
      <Select
        label={t('filter_kind')}
        value={filter.kind}
        options={[
          { value: '', label: t('all_kinds') },
          ...taskKinds.map(({ type, name }) => ({ value: type, label: t(name) })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        label={t('filter_state')}
        value={filter.state}
        options={[{ value: '', label: t('all_states') }, ...states]}
        onChange={(state) => onChange({ state })}
      />
      <Select
        label={t('filter_time')}
        value={filter.days}
        options={[{ value: '', label: t('all_times') }, ...ages]}
        onChange={(days) => onChange({ days })}
      />
      <LanguageFilter filter={filter} onChange={onChange} />
      <SearchField key={filter.search} search={filter.search} onSearch={(search) => onChange({ search })} />
      {filter.video !== '' && <VideoChip videoId={filter.video} onRemove={() => onChange({ video: '' })} />}
      {filter.batch !== '' && <BatchChip batchId={filter.batch} onRemove={() => onChange({ batch: '' })} />}
      <span className="muted history-count" role="status">
        {total !== undefined && t('task_count', { count: total })}
      </span>
    </div>
  )
}

function LanguageFilter({ filter, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <Select
      label={t('column_languages')}
      value={filter.language}
      options={[{ value: '', label: t('all_languages') }, ...useLanguageOptions()]}
      onChange={(language) => onChange({ language })}
    />
  )
}

/** Part of a task's name; applied on Enter or blur. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const [text, setText] = useState(search)
  const ask = (): void => {
    if (text.trim() !== search) onSearch(text.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <TextInput
        leftIcon={<Search />}
        placeholder={t('search_tasks')}
        aria-label={t('search_tasks')}
        maxLength={200}
        value={text}
        onValueChange={setText}
        onBlur={ask}
      />
    </form>
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

function Chip({ text, removal, onRemove }: { text: string; removal: string; onRemove: () => void }): ReactNode {
  return (
    <span className="video-chip">
      <span className="ellipsis">{text}</span>
      <IconButton size="small" icon={<Cross />} label={removal} onClick={onRemove} />
    </span>
  )
}
