import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProVideo } from '#core/contract/pro.ts'
import { stages } from '#core/domain/workflow.ts'
import { useCall } from '#src/api/hooks.ts'

/** How far the work on a video's versions is, and whose it is: the stage that the last of them has reached. */
export function VideoWork({ folderId, video }: { folderId: string; video: ProVideo }): ReactNode {
  const { t } = useTranslation('review')
  const { data } = useCall('getWorkflow', { folder_id: folderId }, { revalidateOnFocus: false })
  const ids = new Set(video.versions.map(({ file_id }) => file_id))
  const works = data?.list.filter(({ file_id }) => ids.has(file_id)) ?? []
  const least = stages.find((stage) => works.some((work) => work.stage === stage))
  if (
    !data ||
    !least ||
    (least === 'draft' && works.every(({ stage, assignee_id }) => stage === 'draft' && assignee_id === ''))
  )
    return <span className="video-work" />
  const names = new Set(
    works.flatMap(({ assignee_id }) => data.people.find(({ person_id }) => person_id === assignee_id)?.name ?? []),
  )
  return (
    <span className="video-work ellipsis" title={[...names].join(', ')}>
      <span className="work-stage" data-stage={least}>
        {t(`stage_${least}`)}
      </span>
      {names.size > 0 && <span className="muted ellipsis">{[...names].join(', ')}</span>}
    </span>
  )
}
