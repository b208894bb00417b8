import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { formatBytes, formatLength, formatShare } from '#src/ui/format.ts'
import { HiddenFilesInput } from '#src/ui/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, FolderOpen, Link, Plus, Refresh } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { RetryVideo } from '#src/uploads/RetryVideo.tsx'
import { placed, TAKEN_FILES } from '#src/uploads/take-files.ts'
import { retryUpload, type UploadItem, uploads } from '#src/uploads/uploads.ts'
import { VideoPicture } from '#src/uploads/VideoPicture.tsx'
import { intake, type IntakeItem, noteItem, removeItem, sendUnsent } from './intake.ts'
import type { WaysIn } from './DropArea.tsx'

/** The files of the intake with pictures and progress, and the ways to add more. */
export function IntakeFiles({ field, choose, onFiles, onLink, isCustomer }: WaysIn): ReactNode {
  const { t } = useTranslation('start')
  const items = useSnapshot(intake).items as readonly IntakeItem[]
  const sent = useSnapshot(uploads).items as readonly UploadItem[]
  const directory = useRef<HTMLInputElement>(null)
  return (
    <div className="intake">
      <HiddenFilesInput
        input={field}
        accept={TAKEN_FILES}
        testId="start-files"
        onFiles={(files) => onFiles(placed(files))}
      />
      <HiddenFilesInput input={directory} testId="start-directory" onFiles={(files) => onFiles(placed(files), true)} />
      <ul className="intake-files" aria-label={t('upload:files')}>
        {items.map((item) => (
          <IntakeRow
            key={item.key}
            item={item}
            upload={sent.find(({ key }) => key === item.uploadKey)}
            isCustomer={isCustomer}
            onRemove={() => removeItem(item.key)}
          />
        ))}
      </ul>
      <div className="intake-ways">
        <Button icon={<Plus />} text={t('add_more')} onClick={choose} />
        <IconButton
          icon={<FolderOpen />}
          label={t('upload:choose_folder')}
          onClick={() => directory.current?.click()}
        />
        <IconButton icon={<Link />} label={t('paste_link')} onClick={onLink} />
      </div>
    </div>
  )
}

interface RowProps {
  item: IntakeItem
  upload: UploadItem | undefined
  isCustomer: boolean
  /** Takes it off the list; without it the row only shows. */
  onRemove?: () => void
}

/** A file on its way: its picture, how far it is, or why it failed and what to do. */
export function IntakeRow({ item, upload, isCustomer, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation('upload')
  const { key, file, name } = item
  const id = item.videoId || upload?.videoId
  const { data: video } = useCall('getVideo', id ? { file_id: id } : undefined)
  const isPrepared = video !== undefined && describeTaskState(video.state).name === 'succeeded'
  const lengthMs = video?.video_info.duration_ms ?? 0
  useEffect(() => {
    if (isPrepared && id) noteItem(key, { preparedId: id, lengthMs })
  }, [isPrepared, id, key, lengthMs])
  const shownMs = lengthMs || item.lengthMs
  return (
    <li className="intake-row" data-phase={upload?.phase ?? (video ? 'video' : 'unsent')}>
      <VideoPicture video={video} file={file} onLength={(ms) => noteItem(key, { lengthMs: ms })} />
      <span className="intake-name">
        <strong className="ellipsis" title={name}>
          {name}
        </strong>
        <span className="muted">
          {[file && formatBytes(file.size), shownMs > 0 && formatLength(shownMs)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="intake-state">
        {upload?.phase === 'failed' ? (
          <>
            <span role="alert" className="intake-fault">
              {upload.message}
            </span>
            {upload.mayRetry && (
              <Button
                size="small"
                icon={<Refresh />}
                text={t('common:retry')}
                onClick={() => retryUpload(upload.key)}
              />
            )}
          </>
        ) : video ? (
          <VideoProgress video={video} />
        ) : upload ? (
          <Sending upload={upload} />
        ) : (
          <Unsent isCustomer={isCustomer} />
        )}
      </span>
      {onRemove && <IconButton size="small" icon={<Cross />} label={t('remove')} onClick={onRemove} />}
    </li>
  )
}

function Sending({ upload: { file, phase, sent } }: { upload: UploadItem }): ReactNode {
  const { t } = useTranslation('upload')
  const share = file.size === 0 ? 0 : phase === 'checking' ? 1 : sent / file.size
  return (
    <>
      <Progress value={share} label={file.name} />
      <span className="muted">
        {phase !== 'failed' && t(`phase_${phase}`)} {phase === 'sending' && formatShare(share)}
      </span>
    </>
  )
}

function VideoProgress({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('start')
  const { name: state, isOngoing } = describeTaskState(video.state)
  if (state === 'failed')
    return (
      <>
        <span role="alert" className="intake-fault">
          {video.fail_msg}
        </span>
        {video.may_retry && <RetryVideo video={video} />}
      </>
    )
  if (!isOngoing) return <span className="intake-ready">{t('ready')}</span>
  const label = video.import_host === '' ? t('upload:preparing') : t('fetching', { host: video.import_host })
  return (
    <>
      <Progress value={video.progress} label={label} />
      <span className="muted">
        {label} {formatShare(video.progress)}
      </span>
    </>
  )
}

/** A visitor's file stays here; a customer's waits for its folder. */
function Unsent({ isCustomer }: { isCustomer: boolean }): ReactNode {
  const { t } = useTranslation('start')
  const { isBusy } = useSnapshot(intake)
  if (!isCustomer) return <span className="muted">{t('unsent')}</span>
  if (isBusy) return <span className="muted">{t('upload:phase_waiting')}</span>
  return (
    <Button
      size="small"
      icon={<Refresh />}
      text={t('common:retry')}
      onClick={() => void sendUnsent().catch(notifyFailure)}
    />
  )
}
