import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '#src/ui/Button.ts'
import { Play } from '#src/ui/icons.ts'
import { FolderMenu } from './FolderMenu.tsx'
import type { OpenFolder } from './open-folder.ts'
import { ReviewTools } from './review/ReviewTools.tsx'
import { BatchDialog } from './run/BatchDialog.tsx'
import { TaskShortcut } from './TaskShortcut.tsx'

interface Props {
  folder: OpenFolder
  /** Ids of the selected videos; empty for the whole folder. */
  chosen: readonly string[]
}

/** A folder's buttons, for all or the selected videos, each with its own dialog. */
export function FolderTools({ folder, chosen }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const navigate = useNavigate()
  const [isRunning, setRunning] = useState(false)
  return (
    <div className="page-tools">
      <ReviewTools folder={folder} chosen={chosen} />
      <TaskShortcut />
      <Button
        intent="primary"
        icon={<Play />}
        text={chosen.length > 0 ? t('run_chosen', { count: chosen.length }) : t('run_all')}
        disabled={folder.video_sum === 0}
        onClick={() => setRunning(true)}
      />
      <FolderMenu folder={folder} onDeleted={() => void navigate('/lab/pro')} />
      {isRunning && <BatchDialog folder={folder} chosen={chosen} onClose={() => setRunning(false)} />}
    </div>
  )
}
