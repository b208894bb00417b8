import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { nameIn } from '#core/translate/names.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { AnchorButton, Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download, Edit, Flag, Play } from '#src/ui/icons.ts'
import { saveText } from '#src/ui/save-text.ts'
import { DubDownload } from './DubDownload.tsx'
import { editorPath } from './editor-path.ts'
import type { ResultProps } from './kind.ts'
import { LineReport } from './LineReport.tsx'

/** An act on a result: an icon, or words as the main act of a row. */
function Act({
  isMain,
  ...act
}: {
  isMain: boolean
  icon: ReactElement
  label: string
  onClick: () => void
}): ReactNode {
  return isMain ? (
    <Button size="small" icon={act.icon} text={act.label} className="task-main-act" onClick={act.onClick} />
  ) : (
    <IconButton size="small" {...act} />
  )
}

/** A video or sound result: view, and download. */
export function VideoResult({
  task,
  isRow = false,
  children,
  download,
}: ResultProps & { children?: ReactNode; download?: ReactNode }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  const { task_video_url: address, task_name } = task
  // The file is kept for thirty days, the task longer.
  if (address === '')
    return (
      <>
        <span className="muted task-main-act">{t('result_gone')}</span>
        {children}
      </>
    )
  return (
    <>
      <Act isMain={isRow} icon={<Play />} label={t('preview')} onClick={() => setOpen(true)} />
      {children}
      {download ?? (
        <AnchorButton
          variant="minimal"
          size="small"
          icon={<Download />}
          href={address}
          download
          aria-label={t('download')}
          data-tip={t('download')}
        />
      )}
      <Dialog isOpen={isOpen} title={task_name} onClose={() => setOpen(false)} className="result-dialog">
        <DialogBody>
          <Player address={playable(address)} />
        </DialogBody>
      </Dialog>
    </>
  )
}

/** The address without its download name. */
export function playable(address: string): string {
  return address.split('?')[0] ?? address
}

function Player({ address }: { address: string }): ReactNode {
  return address.endsWith('.m4a') ? (
    <audio src={address} controls autoPlay className="result-player" />
  ) : (
    <video src={address} controls autoPlay className="result-player" />
  )
}

/** A dubbed video, with its cues that need review. */
export function DubResult({ task, isRow = false }: ResultProps): ReactNode {
  return (
    <>
      <FlaggedLines task={task} of="dub" />
      <VideoResult task={task} isRow={isRow && task.flagged === 0} download={<DubDownload task={task} />}>
        {task.file_id !== '' && <EditButton task={task} />}
      </VideoResult>
    </>
  )
}

/** A video with its new subtitle version. */
export function TranslatedVideoResult({ task, isRow = false }: ResultProps): ReactNode {
  return (
    <>
      <FlaggedLines task={task} of="lines" />
      <VideoResult task={task} isRow={isRow && task.flagged === 0}>
        {task.file_id !== '' && <EditButton task={task} />}
      </VideoResult>
    </>
  )
}

/** Number of cues that need review, with the list; hidden if there are none. */
function FlaggedLines({ task, of }: { task: Task; of: 'dub' | 'lines' }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  if (task.flagged === 0) return null
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        className="task-main-act task-todo"
        icon={<Flag />}
        text={t('lines_flagged', { count: task.flagged })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <LineReport task={task} of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditButton({ task, isMain = false }: { task: Task; isMain?: boolean }): ReactNode {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const label = t(isMain ? 'edit_in_row' : 'edit_result')
  return <Act isMain={isMain} icon={<Edit />} label={label} onClick={() => void navigate(editorPath(task))} />
}

/** The task's name with the result's language, unless a file without a video has it already. */
function fileName({ task_name, language }: Task): string {
  return isLanguageCode(language) ? nameIn(task_name, language, language) : task_name
}

/** A subtitle version as result: open in the editor, or download. */
export function SubtitleResult({ task, isRow = false }: ResultProps): ReactNode {
  const { t } = useTranslation('tasks')
  const download = async (): Promise<void> => {
    try {
      const info = await call('getTask', { task_id: task.task_id })
      saveText(`${fileName(task)}.srt`, info.translate_subtitle_txt || info.source_subtitle_txt)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <FlaggedLines task={task} of="lines" />
      {task.file_id !== '' && <EditButton task={task} isMain={isRow && task.flagged === 0} />}
      <IconButton size="small" icon={<Download />} onClick={() => void download()} label={t('download')} />
    </>
  )
}
