import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#core/contract/batch.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Endorsed, People, Wrench } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'
import type { OpenFolder } from '../open-folder.ts'

const OperationsDialog = later(async () => (await import('../operations/OperationsDialog.tsx')).OperationsDialog)
const ReviewDialog = later(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)
const WorkDialog = later(async () => (await import('./WorkDialog.tsx')).WorkDialog)

type OpenDialog = 'operations' | 'review' | 'work'

/** A folder's buttons: operations, flagged cues, assignments. */
export function ReviewTools({ folder, chosen }: { folder: OpenFolder; chosen: readonly string[] }): ReactNode {
  const { t } = useTranslation('review')
  const [open, setOpen] = useState<OpenDialog>()
  const close = (): void => setOpen(undefined)
  const isEmpty = folder.subtitle_sum === 0
  return (
    <>
      <Button icon={<Wrench />} text={t('operations')} disabled={isEmpty} onClick={() => setOpen('operations')} />
      <ReviewButton of={{ folder_id: folder.folder_id }} onClick={() => setOpen('review')} />
      <Button icon={<People />} text={t('work')} disabled={isEmpty} onClick={() => setOpen('work')} />
      {open === 'operations' && <OperationsDialog folder={folder} chosen={chosen} onClose={close} />}
      {open === 'review' && (
        <ReviewDialog of={{ folder_id: folder.folder_id }} folderId={folder.folder_id} onClose={close} />
      )}
      {open === 'work' && <WorkDialog folder={folder} onClose={close} />}
    </>
  )
}

/** A batch's button for flagged cues of its results. */
export function BatchReview({ batch: { batch_id, folder_id } }: { batch: Batch }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ReviewButton of={{ batch_id }} onClick={() => setOpen(true)} />
      {isOpen && <ReviewDialog of={{ batch_id }} folderId={folder_id} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReviewButton({
  of,
  onClick,
}: {
  of: { folder_id?: string; batch_id?: string }
  onClick: () => void
}): ReactNode {
  const { t } = useTranslation('review')
  const { data } = useCall('listFlags', of)
  const open = data?.open ?? 0
  return <Button icon={<Endorsed />} text={open > 0 ? t('review_count', { n: open }) : t('review')} onClick={onClick} />
}
