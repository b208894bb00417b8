import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { WishPart } from '#core/domain/wish.ts'
import { Chat, Eraser, Microphone, SmallTick, Translate } from '#src/ui/icons.ts'
import { intake, switchWish } from './intake.ts'

const parts = [
  { part: 'translate', icon: Translate },
  { part: 'dub', icon: Microphone },
  { part: 'erase', icon: Eraser },
] as const satisfies readonly { part: WishPart; icon: ComponentType<{ size?: number }> }[]

/** What is wanted of the videos: subtitles always, the rest as pressed. */
export function WishCards(): ReactNode {
  const { t } = useTranslation('start')
  const { wish } = useSnapshot(intake)
  return (
    <div className="wish-cards" role="group" aria-label={t('wish')}>
      <div className="wish-card" data-on>
        <Chat size={20} aria-hidden />
        <strong>{t('wish_subtitles')}</strong>
        <span className="muted">{t('wish_subtitles_text')}</span>
        <SmallTick className="wish-tick" aria-hidden />
      </div>
      {parts.map(({ part, icon: Icon }) => (
        <button
          key={part}
          type="button"
          className="wish-card"
          aria-pressed={wish[part]}
          data-on={wish[part] || undefined}
          onClick={() => switchWish(part)}
        >
          <Icon size={20} aria-hidden />
          <strong>{t(`wish_${part}`)}</strong>
          <span className="muted">{t(`wish_${part}_text`)}</span>
          {wish[part] && <SmallTick className="wish-tick" aria-hidden />}
        </button>
      ))}
    </div>
  )
}
