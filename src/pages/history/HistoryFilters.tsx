import { Cross } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import type { HistoryFilter } from './history-filter.ts'

interface Props {
  filter: HistoryFilter
  onChange: (part: Partial<HistoryFilter>) => void
}

/** Which tasks are shown: their kind, state and age, and one video's only. */
export function HistoryFilters({ filter, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const states = (['queued', 'running', 'succeeded', 'failed'] as const).map((name) => ({
    value: String(TaskState[name]),
    label: t(`state_${name}`),
  }))
  const ages = [1, 7, 30].map((count) => ({ value: String(count), label: t('last_days', { count }) }))
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
      {filter.video !== '' && <VideoChip videoId={filter.video} onRemove={() => onChange({ video: '' })} />}
    </div>
  )
}

function VideoChip({ videoId, onRemove }: { videoId: string; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('getVideo', { file_id: videoId })
  return (
    <span className="video-chip">
      <span className="ellipsis">{data?.video_name ?? t('one_video')}</span>
      <IconButton size="small" icon={<Cross />} label={t('all_videos')} onClick={onRemove} />
    </span>
  )
}
