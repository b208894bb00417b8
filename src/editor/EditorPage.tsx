import './editor.css'
import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { useLiveData } from '#src/api/live.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { RunDialog } from '#src/tasks/RunDialog.tsx'
import { videoExtract } from '#src/tasks/video-extract.tsx'
import { LocalEditor } from './local/LocalEditor.tsx'
import { VersionEditor } from './VersionEditor.tsx'

/**
 * The Pro subtitle editor at an address of its own: `?video=…&file=…&cue=…&t=…`, where `cue` is a line's id or number and
 * `t` a time in seconds. Without a video it works on files of this computer.
 */
export function EditorPage(): ReactNode {
  useLiveData()
  const { t } = useTranslation('editor')
  const [query, setQuery] = useSearchParams()
  const videoId = query.get('video') ?? ''
  const { data: video, error, mutate: readVideo } = useCall('getVideo', videoId ? { file_id: videoId } : undefined)
  const { data: versions } = useCall('listVersions', video && { folder_id: video.folder_id, video_id: videoId })
  const fileId = query.get('file') ?? versions?.list.find(({ is_use }) => is_use)?.file_id ?? versions?.list[0]?.file_id
  const { version, failure, retry } = useVersion(fileId)
  const open = (file: string): void => {
    query.set('file', file)
    query.delete('cue')
    query.delete('t')
    setQuery(query, { replace: true })
  }
  const isFine = !error && !failure
  return (
    <div className="editor">
      {!videoId && <LocalEditor />}
      {error && <Unreadable title={t('no_such_video')} failure={error} onRetry={() => void readVideo()} />}
      {!error && failure && <Unreadable title={t('no_such_version')} failure={failure} onRetry={retry} />}
      {isFine && videoId && !(video && versions) && <Waiting />}
      {isFine && video && versions && !isPrepared(video) && <Preparing video={video} />}
      {isFine && video && versions && isPrepared(video) && (
        <OpenVersion video={video} versions={versions.list} fileId={fileId} version={version} onOpen={open} />
      )}
    </div>
  )
}

function isPrepared(video: Video): boolean {
  return !describeTaskState(video.state).isOngoing
}

function Waiting(): ReactNode {
  return (
    <div className="fill-centre">
      <Spinner />
    </div>
  )
}

function Preparing({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <NonIdealState
      icon={<Spinner value={Math.max(0.03, video.progress)} />}
      title={t('preparing')}
      description={t('preparing_text')}
    />
  )
}

function Unreadable({
  title,
  failure,
  onRetry,
}: {
  title: string
  failure: CallFailed
  onRetry: () => void
}): ReactNode {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  return (
    <NonIdealState
      title={failure.isOffline ? t('common:offline') : title}
      action={
        <div className="no-version">
          {failure.isOffline && <Button intent="primary" text={t('common:retry')} onClick={onRetry} />}
          <Button text={t('to_library')} onClick={() => void navigate('/lab/library')} />
        </div>
      }
    />
  )
}

/**
 * Reads a version once: from then on the editor holds the newest text and the server follows. An address that names it
 * has it read at the same time as the facts of the video.
 */
function useVersion(fileId: string | undefined) {
  const [version, setVersion] = useState<Version>()
  const [failure, setFailure] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!fileId) return
    const control = new AbortController()
    call('getVersion', { file_id: fileId }, { signal: control.signal }).then(setVersion, (error: unknown) => {
      if (control.signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      setFailure(error)
    })
    return () => {
      control.abort()
      // Whoever comes back to it reads it again: what was read before is old.
      setVersion(undefined)
      setFailure(undefined)
    }
  }, [fileId, attempt])
  return {
    version: version?.file_id === fileId ? version : undefined,
    failure,
    retry: () => setAttempt(attempt + 1),
  }
}

type Version = DataOf<'getVersion'>

interface OpenProps {
  video: Video
  versions: SubtitleVersion[]
  fileId: string | undefined
  version: Version | undefined
  onOpen: (fileId: string) => void
}

function OpenVersion({ video, versions, fileId, version, onOpen }: OpenProps): ReactNode {
  if (!fileId) return <NoVersion video={video} onOpen={onOpen} />
  if (!version) return <Waiting />
  return <VersionEditor key={fileId} video={video} versions={versions} version={version} onOpen={onOpen} />
}

function NoVersion({ video, onOpen }: { video: Video; onOpen: (fileId: string) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const [extracting, setExtracting] = useState(false)
  const begin = async (): Promise<void> => {
    try {
      const { folder_id, video_id, video_name: name } = video
      const { file_id } = await call('addVersion', { folder_id, video_id, name, language: video.language as 'en' })
      await refresh('listVersions')
      onOpen(file_id)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <NonIdealState
      title={t('extract_first')}
      description={t('extract_first_text')}
      action={
        <div className="no-version">
          <Button intent="primary" text={t('tasks:extract_title')} onClick={() => setExtracting(true)} />
          <Button text={t('begin_empty')} onClick={() => void begin()} />
          <Button
            variant="minimal"
            text={t('to_library')}
            onClick={() => void navigate(`/lab/library/file/${video.folder_id}`)}
          />
          {extracting && <RunDialog kind={videoExtract} video={video} onClose={() => setExtracting(false)} />}
        </div>
      }
    />
  )
}
