import './tasks.css'
import type { ParseKeys, TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState, type TaskStateName } from '#core/domain/task.ts'
import { formatShare } from '#src/ui/format.ts'
import { CrossCircle, TickCircle, Time } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Tag } from '#src/ui/Tag.ts'

const intents: Record<TaskStateName, 'none' | 'primary' | 'success' | 'danger'> = {
  queued: 'none',
  running: 'primary',
  succeeded: 'success',
  failed: 'danger',
}

const icons: Partial<Record<TaskStateName, ComponentType<{ size: number }>>> = {
  queued: Time,
  succeeded: TickCircle,
  failed: CrossCircle,
}

/** Words for steps of recipes; others are not shown. */
const steps: Readonly<Record<string, ParseKeys<'tasks'>>> = {
  audio: 'step_audio',
  pieces: 'step_pieces',
  speech: 'step_speech',
  translate: 'step_translate',
  voice: 'step_voice',
  pitch: 'step_voice',
  reference: 'step_voice',
  speak: 'step_speak',
  tempo: 'step_speak',
  tracks: 'step_mix',
  separate: 'step_mix',
  level: 'step_mix',
  mix: 'step_mix',
  render: 'step_render',
  find_text: 'step_find_text',
  erase: 'step_erase',
  join: 'step_join',
}

/** The remaining time, rounded, as it is an estimate; undefined if unknown. */
export function remainingText(t: TFunction<'tasks'>, seconds: number | null): string | undefined {
  if (seconds === null) return undefined
  if (seconds < 60) return t('remaining_soon')
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? t('remaining_minutes', { n: minutes }) : t('remaining_hours', { n: Math.round(minutes / 60) })
}

interface Props {
  task: Task
  /** Whether there is room for the share beside the remaining time. */
  isWide?: boolean
}

/** A running task's step in words. */
export function stepText(t: TFunction<'tasks'>, { step }: Pick<Task, 'step'>): string {
  return t(steps[step] ?? 'state_running')
}

/** A task's state; with progress and step while it runs, with the reason if it failed. */
export function TaskState({ task, isWide = false }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { name: state } = describeTaskState(task.state)
  if (state === 'running') {
    const label = stepText(t, task)
    const share = formatShare(task.progress)
    const left = remainingText(t, task.remaining_s)
    return (
      <div className="task-running">
        <div>
          <span className="ellipsis" title={label}>
            {label}
          </span>
          <span className="muted">{left === undefined ? share : isWide ? `${share} · ${left}` : left}</span>
        </div>
        <Progress value={task.progress} label={label} />
      </div>
    )
  }
  const Icon = icons[state]
  return (
    <div className="task-ended">
      <Tag minimal round intent={intents[state]} icon={Icon && <Icon size={12} />} className="task-state">
        {t(`state_${state}`)}
      </Tag>
      {state === 'failed' && (
        <span className="task-failed" title={task.fail_msg}>
          {task.fail_msg}
        </span>
      )}
    </div>
  )
}
