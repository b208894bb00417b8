import { AnchorButton, Button } from '@blueprintjs/core'
import { Download, Edit } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { saveText } from '#src/ui/save-text.ts'

/** A video as result: downloaded from its address. */
export function VideoResult({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <AnchorButton
      variant="minimal"
      size="small"
      icon={<Download />}
      href={task.task_video_url}
      download
      aria-label={t('download')}
      title={t('download')}
    />
  )
}

/** A subtitle version as result: opened in the editor, or downloaded as a text. */
export function SubtitleResult({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const download = async (): Promise<void> => {
    try {
      const info = await call('getTask', { task_id: task.task_id })
      saveText(`${task.task_name}.${task.language}.srt`, info.translate_subtitle_txt || info.source_subtitle_txt)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<Edit />}
        aria-label={t('edit_result')}
        title={t('edit_result')}
        onClick={() => void navigate(`/lab/pro/srt-edit?video=${task.video_id}&file=${task.file_id}`)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<Download />}
        aria-label={t('download')}
        title={t('download')}
        onClick={() => void download()}
      />
    </>
  )
}
