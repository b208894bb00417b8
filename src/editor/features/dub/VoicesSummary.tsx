import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { refresh, useCall } from '#src/api/hooks.ts'
import { useEditor } from '../../context/use-editor.ts'
import { delays } from '../../model/options.ts'
import { dubPlanOf } from './dub-plan.ts'
import { takesOf } from './takes.ts'

/** How many lines of a dub would not fit, and what it costs, over the left end of their track. */
export function VoicesSummary({ top }: { top: number }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const plan = dubPlanOf(editor)
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
      {editor.library?.isOwn && count > 0 && <Price />}
    </span>
  )
}

/** What a dub in the chosen voice would cost now. */
function Price(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { library, session } = editor
  const takes = takesOf(editor)
  const { voice, version: _ } = useSnapshot(takes.cells)
  const dubbing_type = takes.hasCast ? ('multi' as const) : ('single' as const)
  const plan = dubPlanOf(editor)
  const owner = useRef({})
  useEffect(() => {
    const { current } = owner
    const stop = plan.subscribe(() => session.loop.idle(current, () => void refresh('quote'), { after: delays.price }))
    return () => {
      stop()
      session.loop.cancel(current)
    }
  }, [plan, session])
  const subject = library && { video_id: library.data().video.video_id, file_id: library.fileId }
  const input =
    subject && voice !== '' ? { task_type: 'video_dubbing_only', ...subject, voice, dubbing_type } : undefined
  const { data } = useCall('quote', input, { keepPreviousData: true })
  if (!data?.available) return null
  return <> · {t('dub_price', { count: data.credits })}</>
}
