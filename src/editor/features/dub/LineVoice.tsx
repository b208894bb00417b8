import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { useEditor } from '../../context/use-editor.ts'
import { dubPlanOf, rateText } from './dub-plan.ts'
import { TakeTools } from './TakeTools.tsx'

/** How a line's voice would lie in a dub: verdict, rate, and duration of the speech. */
export function LineVoice({ cue }: { cue: Cue }): ReactNode {
  const { panels } = useEditor()
  const { hasVoices } = useSnapshot(panels)
  if (!hasVoices) return null
  return (
    <>
      <Voice cue={cue} />
      <TakeTools cue={cue} />
    </>
  )
}

function Voice({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const { t: tasks } = useTranslation('tasks')
  const editor = useEditor()
  const plan = dubPlanOf(editor)
  const isHeard = useSyncExternalStore(plan.subscribe, () => plan.isHeard(cue.id))
  const row = useSyncExternalStore(plan.subscribe, () => plan.rowOf(cue.id))
  if (!row) return null
  const { verdict, rate, start, end, isSpoken } = row
  const said = tasks(`verdict_${verdict}`)
  const seconds = ((end - start) / 1000).toFixed(1)
  return (
    <div className={verdict === 'does_not_fit' ? 'line-measure line-measure-off' : 'line-measure'}>
      <dt className="muted">{isHeard ? t('dub_line_heard') : t('dub_line')}</dt>
      <dd>
        <span>
          {!isSpoken
            ? said
            : rate === 1
              ? t('dub_line_figures', { verdict: said, seconds })
              : t('dub_line_rate', { verdict: said, seconds, rate: rateText(rate).replace('×', '') })}
        </span>
      </dd>
    </div>
  )
}
