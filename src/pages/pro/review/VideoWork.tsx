import './review.css'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { ProVideo } from '#core/contract/pro.ts'
import { stages } from '#core/domain/workflow.ts'
import { formatList } from '#src/ui/format.ts'

/** Stage and assignee of a video's versions: the least stage of all. */
export function VideoWork({ video: { versions }, t }: { video: ProVideo; t: TFunction<'review'> }): ReactNode {
  const least = stages.find((each) => versions.some(({ stage }) => stage === each))
  const names = formatList([...new Set(versions.flatMap(({ assignee }) => (assignee === '' ? [] : [assignee])))])
  if (!least || (least === 'draft' && names === '' && versions.every(({ stage }) => stage === 'draft')))
    return <span className="video-work" />
  return (
    <span className="video-work ellipsis" title={names}>
      <span className="work-stage" data-stage={least}>
        {t(`stage_${least}`)}
      </span>
      {names !== '' && <span className="muted ellipsis">{names}</span>}
    </span>
  )
}
