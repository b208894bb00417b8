import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Folder } from '#core/contract/folder.ts'
import type { Video } from '#core/contract/video.ts'
import { spokenLanguage } from '#core/domain/spoken-language.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { formatBytes, formatLength, formatShare } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross, Pause, Play, Repeat } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { Tag } from '#src/ui/Tag.ts'
import {
  dropUpload,
  mayPause,
  pauseUpload,
  resumeUpload,
  retryUpload,
  unbindSubtitle,
  type UploadItem,
  uploads,
} from '#src/uploads/uploads.ts'
import { VideoPicture } from '#src/uploads/VideoPicture.tsx'
import { NextStep } from './NextStep.tsx'

/** Files in progress with speed, and results of finished ones. */
export function Progressing({ folders }: { folders: readonly Folder[] }): ReactNode {
  const { t } = useTranslation('upload')
  const items = useSnapshot(uploads).items as readonly UploadItem[]
  if (items.length === 0) return null
  return (
    <>
      <Summary items={items} />
      <ul className="upload-rows" aria-label={t('files')}>
        {items.map((item) => (
          <Row
            key={item.key}
            item={item}
            folderName={folders.find(({ folder_id }) => folder_id === item.folderId)?.folder_name ?? ''}
          />
        ))}
      </ul>
    </>
  )
}

function Summary({ items }: { items: readonly UploadItem[] }): ReactNode {
  const { t } = useTranslation('upload')
  const wanted = items.filter(({ phase }) => phase !== 'failed')
  const total = wanted.reduce((sum, { file }) => sum + file.size, 0)
  const sent = wanted.reduce((sum, item) => sum + bytesOf(item), 0)
  const rate = items.reduce((sum, each) => sum + each.rate, 0)
  const done = items.filter(({ phase }) => phase === 'done')
  const pausable = items.filter(mayPause)
  const paused = items.filter(({ phase }) => phase === 'paused')
  return (
    <div className="upload-summary">
      <strong>{t('files_done', { done: done.length, count: items.length })}</strong>
      <span className="muted">
        {t('bytes_of', { sent: formatBytes(sent), total: formatBytes(total) })} {speed(t, rate, total - sent)}
      </span>
      <span className="upload-space" />
      {(pausable.length > 0 || paused.length > 0) && (
        <Button
          size="small"
          icon={pausable.length > 0 ? <Pause /> : <Play />}
          text={t(pausable.length > 0 ? 'pause_all' : 'resume_all')}
          onClick={() =>
            pausable.length > 0
              ? pausable.forEach(({ key }) => pauseUpload(key))
              : paused.forEach(({ key }) => resumeUpload(key))
          }
        />
      )}
      {pausable.length > 0 && paused.length > 0 && (
        <Button
          size="small"
          icon={<Play />}
          text={t('resume_all')}
          onClick={() => paused.forEach(({ key }) => resumeUpload(key))}
        />
      )}
      {done.length > 0 && (
        <Button size="small" text={t('clear_done')} onClick={() => done.forEach(({ key }) => dropUpload(key))} />
      )}
    </div>
  )
}

const bytesOf = ({ phase, sent, file }: UploadItem): number =>
  phase === 'done' || phase === 'checking' ? file.size : sent

/** `· 12.3 MB/s · 1:20 left`; empty if unknown. */
function speed(t: TFunction<'upload'>, rate: number, left: number): string {
  if (rate <= 0 || left <= 0) return ''
  return `· ${t('rate', { rate: formatBytes(rate) })} · ${t('remaining', { time: formatLength((left / rate) * 1000) })}`
}

function Row({ item, folderName }: { item: UploadItem; folderName: string }): ReactNode {
  const { t } = useTranslation('upload')
  const { key, file, phase, message } = item
  const share = file.size === 0 ? 0 : bytesOf(item) / file.size
  const { data: video } = useCall('getVideo', item.videoId === '' ? undefined : { file_id: item.videoId })
  return (
    <li className="upload-row" data-phase={phase}>
      <VideoPicture video={video} file={file} />
      <div className="upload-what">
        <span className="ellipsis upload-file" title={file.name}>
          {phase === 'done' ? <Link to={`/lab/library/file/${item.folderId}`}>{file.name}</Link> : file.name}
        </span>
        <span className="muted ellipsis">
          {formatBytes(file.size)} · {folderName}
          {video && <Spoken video={video} />}
        </span>
        {item.subtitles.map(({ name }) => (
          <Tag
            key={name}
            minimal
            round
            title={t('bound_to', { name })}
            {...(phase !== 'done' && { onRemove: () => unbindSubtitle(key, name) })}
          >
            {name}
          </Tag>
        ))}
      </div>
      <div className="upload-how">
        {phase === 'failed' ? (
          <p role="alert">{message}</p>
        ) : phase === 'done' && video ? (
          <NextStep video={video} />
        ) : (
          <>
            <Progress value={share} label={file.name} />
            <span className="muted upload-state">
              {t(`phase_${phase}`)}
              {phase === 'sending' && ` ${formatShare(share)} ${speed(t, item.rate, file.size - item.sent)}`}
            </span>
          </>
        )}
      </div>
      <Actions item={item} />
    </li>
  )
}

/** The language of a video, where its file, a version or its owner says it. */
function Spoken({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('upload')
  const nameOf = useLanguageNames()
  if (video.video_info.duration_ms === 0) return null
  const { code, isGuess } = spokenLanguage(video)
  return <> · {isGuess ? t('language_unknown') : nameOf(code)}</>
}

function Actions({ item }: { item: UploadItem }): ReactNode {
  const { t } = useTranslation('upload')
  const { key, phase, mayRetry } = item
  const isPaused = phase === 'paused'
  return (
    <div className="upload-actions">
      {/* One button, so that the focus stays where it was pressed. */}
      {(mayPause(item) || isPaused) && (
        <IconButton
          icon={isPaused ? <Play /> : <Pause />}
          label={t(isPaused ? 'resume' : 'pause')}
          onClick={() => (isPaused ? resumeUpload(key) : pauseUpload(key))}
        />
      )}
      {phase === 'failed' && mayRetry && (
        <IconButton icon={<Repeat />} label={t('common:retry')} onClick={() => retryUpload(key)} />
      )}
      <IconButton icon={<Cross />} label={t('remove')} onClick={() => dropUpload(key)} />
    </div>
  )
}
