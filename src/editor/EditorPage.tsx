import './editor.css'
import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion, Video } from '#core/contract/library.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { ExtractDialog } from '#src/tasks/ExtractDialog.tsx'
import { tellFailure } from '#src/ui/toaster.ts'
import { LocalEditor } from './local/LocalEditor.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { VersionEditor } from './VersionEditor.tsx'

/**
 * The Pro subtitle editor at an address of its own: `?video=…&file=…&cue=…&t=…`, where `cue` is a line's id or number and
 * `t` a time in seconds. Without a film it works on files of this computer.
 */
export function EditorPage(): ReactNode {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const videoId = query.get('video') ?? ''
  const { data: video, error } = useCall('getVideo', videoId ? { file_id: videoId } : undefined)
  const { data: versions } = useCall('listVersions', video && { folder_id: video.folder_id, video_id: videoId })
  const fileId = query.get('file') ?? versions?.list.find(({ is_use }) => is_use)?.file_id ?? versions?.list[0]?.file_id
  const open = (file: string): void => {
    query.set('file', file)
    query.delete('cue')
    query.delete('t')
    setQuery(query, { replace: true })
  }
  return (
    <div className="editor">
      <LiveUpdates />
      {!videoId && <LocalEditor />}
      {error && (
        <NonIdealState
          title={t('no_such_video')}
          action={<Button intent="primary" text={t('to_library')} onClick={() => void navigate('/lab/library')} />}
        />
      )}
      {!error && videoId && !(video && versions) && <Waiting />}
      {video && versions && !isPrepared(video) && <Preparing video={video} />}
      {video && versions && isPrepared(video) && (
        <LoadedVersion key={fileId ?? 'none'} video={video} versions={versions.list} fileId={fileId} onOpen={open} />
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

interface LoadedProps {
  video: Video
  versions: SubtitleVersion[]
  fileId: string | undefined
  onOpen: (fileId: string) => void
}

/** Reads the version once: from then on the editor holds the newest text and the server follows. */
function LoadedVersion({ video, versions, fileId, onOpen }: LoadedProps): ReactNode {
  const [version, setVersion] = useState<DataOf<'getVersion'>>()
  useEffect(() => {
    if (!fileId) return
    const control = new AbortController()
    call('getVersion', { file_id: fileId }, { signal: control.signal }).then(setVersion, tellFailure)
    return () => control.abort()
  }, [fileId])
  if (!fileId) return <NoVersion video={video} onOpen={onOpen} />
  if (!version) return <Waiting />
  return <VersionEditor video={video} versions={versions} version={version} onOpen={onOpen} />
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
      tellFailure(error)
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
          {extracting && <ExtractDialog video={video} onClose={() => setExtracting(false)} />}
        </div>
      }
    />
  )
}
