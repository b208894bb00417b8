import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Goal } from '#core/domain/goals.ts'
import { Chat, Eraser, Microphone, SmallTick, Translate } from '#src/ui/icons.ts'
import { intake, switchGoals } from './intake.ts'

const parts = [
  { part: 'translate', icon: Translate },
  { part: 'dub', icon: Microphone },
  { part: 'erase', icon: Eraser },
] as const satisfies readonly { part: Goal; icon: ComponentType<{ size?: number }> }[]

/** What is wanted of the videos: subtitles always, the rest as pressed. */
export function GoalCards(): ReactNode {
  const { t } = useTranslation('start')
  const { goals } = useSnapshot(intake)
  return (
    <div className="goal-cards" role="group" aria-label={t('goals')}>
      <div className="goal-card" data-on>
        <Chat size={20} aria-hidden />
        <strong>{t('goal_subtitles')}</strong>
        <span className="muted">{t('goal_subtitles_text')}</span>
        <SmallTick className="goal-tick" aria-hidden />
      </div>
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
