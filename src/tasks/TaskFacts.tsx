import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatLength } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { kindOf } from './kinds.ts'

/** Words for the choices of configurations that are told to people. */
const words: Readonly<Record<string, ParseKeys<'tasks'>>> = {
  'subtitle_extract_mode audio': 'extract_audio',
  'subtitle_extract_mode text': 'extract_picture',
  'subtitle_extract_mode both': 'fact_both',
  'erase_type basic': 'fact_basic',
  'erase_type advanced': 'fact_advanced',
  'erase_region_type auto': 'erase_auto',
  'erase_region_type manual': 'erase_region',
  'dubbing_type single': 'voices_single',
  'dubbing_type multi': 'voices_multi',
  'synthesis_type burn': 'burn',
  'synthesis_type soft': 'soft',
  'synthesis_type none': 'subtitles_none',
  'video_type video': 'dub_output_video',
  'video_type sound': 'dub_output_sound',
}

const labels: Readonly<Record<string, ParseKeys<'tasks'>>> = {
  subtitle_extract_mode: 'extract_mode',
  erase_type: 'erase_type',
  erase_region_type: 'erase_where',
  dubbing_type: 'voices',
  synthesis_type: 'synthesis_type',
  video_type: 'dub_output',
}

/** What is known of a task: state, languages, price, times, and what was chosen for it. */
export function TaskFacts({ task }: { task: Task }): ReactNode {
  const { t, i18n } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const kind = kindOf(task.task_type)
  const { name: state } = describeTaskState(task.state)
  const moment = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  const facts: [string, string][] = [
    [t('filter_kind'), t(kind?.name ?? 'type_other')],
    [t('filter_state'), t(`state_${state}`) + (state === 'failed' && task.fail_msg ? ` (${task.fail_msg})` : '')],
    [t('fact_source'), task.previous_language && nameOf(task.previous_language)],
    [t('column_languages'), task.language && nameOf(task.language)],
    [t('fact_length'), task.duration_ms > 0 ? formatLength(task.duration_ms) : ''],
    [t('column_credits'), String(task.credits)],
    [t('column_started'), moment.format(new Date(task.create_time))],
    [t('fact_took'), task.took_ms === null ? '' : formatLength(task.took_ms)],
    ...Object.entries(labels).map(([field, label]): [string, string] => {
      const word = words[`${field} ${String(task.task_config[field])}`]
      return [t(label), word ? t(word) : '']
    }),
    [t('fact_number'), task.task_id],
  ]
  return (
    <dl className="task-facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
