import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatLength, formatNumber } from '#src/ui/format.ts'
import { useMoment } from '#src/ui/moment.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { configLabels, wordOf } from './config-words.ts'
import { kindOf } from './kinds.ts'
import { isPaidBack, taskLanguages, tookText } from './task-words.ts'

/** A task's facts: state, languages, price, times and choices. */
export function TaskFacts({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const kind = kindOf(task.task_type)
  const { name: state } = describeTaskState(task.state)
  const moment = useMoment()
  const facts: [string, string][] = [
    [t('filter_kind'), t(kind?.name ?? 'type_other')],
    [t('filter_state'), t(`state_${state}`) + (state === 'failed' && task.fail_msg ? ` (${task.fail_msg})` : '')],
    [t('column_languages'), taskLanguages(task).map(nameOf).join(' → ')],
    [t('fact_length'), task.duration_ms > 0 ? formatLength(task.duration_ms) : ''],
    [t('column_credits'), isPaidBack(task) ? t('credits_back', { count: task.credits }) : formatNumber(task.credits)],
    [t('column_started'), moment(task.create_time)],
    [t('fact_took'), tookText(t, task.took_ms) ?? ''],
    ...Object.entries(configLabels).map(([field, label]): [string, string] => {
      const word = wordOf(field, task.task_config[field])
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
