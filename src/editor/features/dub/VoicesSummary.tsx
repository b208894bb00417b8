import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../context/use-editor.ts'
import { dubPlanOf } from './dub-plan.ts'

/** How many lines of a dub would not fit, over the left end of their track. */
export function VoicesSummary({ top }: { top: number }): ReactNode {
  const { t } = useTranslation('editor')
  const plan = dubPlanOf(useEditor())
  const { count, strained, off } = useSyncExternalStore(plan.subscribe, plan.counts)
  const text =
    count === 0
      ? t('dub_voices_none')
      : strained + off === 0
        ? t('dub_voices_fit', { count })
        : t('dub_voices_off', { count, strained, off })
  return (
    <span className="second-sound voices-summary ellipsis" style={{ top }} data-testid="voices-summary">
      {text}
    </span>
  )
}
