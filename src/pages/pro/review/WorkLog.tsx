import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProSubtitle } from '#core/contract/pro.ts'
import { type Stage, stages } from '#core/domain/workflow.ts'
import { useCall } from '#src/api/hooks.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { useMoment } from '#src/ui/moment.ts'
import { Spinner } from '#src/ui/Spinner.ts'

/** History of a version. */
export function WorkLog({ version, onClose }: { version: ProSubtitle; onClose: () => void }): ReactNode {
  const { t } = useTranslation('review')
  const moment = useMoment()
  const { data } = useCall('listStageEntries', { file_id: version.file_id })
  const stageName = (value: string): string => {
    const stage = stages.find((each): each is Stage => each === value)
    return stage ? t(`stage_${stage}`) : value
  }
  return (
    <Dialog isOpen title={t('log_of', { name: version.video_name || version.name })} onClose={onClose}>
      <DialogBody>
        {!data && <Spinner size={20} />}
        {data?.list.length === 0 && <p className="muted">{t('log_none')}</p>}
        <ol className="work-log">
          {data?.list.map(({ kind, person, from, to, create_time }, at) => (
            <li key={`${create_time} ${at}`}>
              <span>
                {kind === 'stage'
                  ? t('log_stage', { person, from: stageName(from), to: stageName(to) })
                  : to === ''
                    ? t('log_unassigned', { person, from })
                    : t('log_assigned', { person, to })}
              </span>
              <span className="muted">{moment(create_time)}</span>
            </li>
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  )
}
