import './tasks.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chain } from '#core/contract/chain.ts'
import { formatShare } from '#src/ui/format.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { remainingText } from './TaskState.tsx'

/** A chain's progress while its tasks run, then what it waits for, or its outcome. */
export function ChainState({ chain }: { chain: Chain }): ReactNode {
  const { t } = useTranslation('tasks')
  const { state, progress, video_sum, video_sum_success, video_sum_fail } = chain
  if (state !== 'running') {
    const counts = { done: video_sum_success, failed: video_sum_fail }
    return <span className="muted">{state === 'failed' ? t('batch_ended', counts) : t(`chain_${state}`)}</span>
  }
  const label = t('batch_going', { done: video_sum_success, all: video_sum })
  const left = remainingText(t, chain.remaining_s)
  return (
    <div className="task-running">
      <div>
        <span className="ellipsis">{label}</span>
        <span className="muted">{[formatShare(progress), left].filter(Boolean).join(' · ')}</span>
      </div>
      <Progress value={progress} label={label} />
    </div>
  )
}
