import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Goal } from '#core/domain/goals.ts'
import { Chat, Eraser, Microphone, SmallTick, Translate } from '#src/ui/icons.ts'
import { intake, switchGoals } from './intake.ts'

const parts = [
  { part: 'subtitles', icon: Chat },
  { part: 'translate', icon: Translate },
  { part: 'dub', icon: Microphone },
  { part: 'erase', icon: Eraser },
] as const satisfies readonly { part: Goal; icon: ComponentType<{ size?: number }> }[]

/** What is wanted of the videos. */
export function GoalCards(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  return (
    <div className="goal-cards" role="group" aria-label={t('goals')}>
      {parts.map(({ part, icon: Icon }) => (
        <button
          key={part}
          type="button"
          className="goal-card"
          aria-pressed={goals[part]}
          data-on={goals[part] || undefined}
          onClick={() => switchGoals(part)}
        >
          <Icon size={20} aria-hidden />
          <strong>{t(`goal_${part}`)}</strong>
          <span className="muted">{t(`goal_${part}_text`)}</span>
          {goals[part] && <SmallTick className="goal-tick" aria-hidden />}
        </button>
      ))}
    </div>
  )
}
