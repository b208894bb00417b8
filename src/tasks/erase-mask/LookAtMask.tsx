import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTable } from '#core/contract/errors.ts'
import type { Task } from '#core/contract/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { EyeOpen } from '#src/ui/icons.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { kindOf } from '../kinds.ts'
import { RunDialog } from '../RunDialog.tsx'

/** Leads from an erasure that failed at its mask to a new one with a preview. */
export function LookAtMask({ task, size = 'medium' }: { task: Task; size?: 'small' | 'medium' }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon={<EyeOpen />} text={t('mask_of_failed')} onClick={() => setOpen(true)} />
      {isOpen && <ErasureAtMask task={task} onClose={() => setOpen(false)} />}
    </>
  )
}

function ErasureAtMask({ task, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const kind = kindOf(task.task_type)
  const { data: video, error } = useCall('getVideo', { file_id: task.video_id })
  if (!kind) return null
  if (video) return <RunDialog kind={kind} video={video} initial={task.task_config} looksAtOnce onClose={onClose} />
  return (
    <Dialog isOpen title={t(kind.title)} onClose={onClose} className="run-dialog">
      <DialogBody>
        {error ? (
          <Callout intent="warning" compact>
            {error.code === errorTable.not_found.code ? t('retry_gone') : error.message}
          </Callout>
        ) : (
          <Spinner size={20} />
        )}
      </DialogBody>
    </Dialog>
  )
}
