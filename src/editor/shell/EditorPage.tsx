import './editor.css'
import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { LiveData } from '#src/api/live.ts'
import { Button } from '#src/ui/Button.ts'
import { MissingScreen } from '#src/ui/MissingScreen.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { versionAhead } from './ahead.ts'
import { FileEditor } from './FileEditor.tsx'
import { EditorHostContext, useLeave } from '../context/host.ts'
import { LocalEditor } from './LocalEditor.tsx'
import { NoVersion } from '../features/versions/NoVersion.tsx'
import { VersionEditor } from './VersionEditor.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/**
 * The Pro subtitle editor, at `?video=…&file=…&cue=…&t=…`: `cue` is a line's id or number, `t` a time in seconds.
 * Without a video it edits a subtitle file of the library, or files of this computer.
 */
export function EditorPage(): ReactNode {
  return (
    <>
      <LiveData />
      <OpenEditor />
    </>
  )
}

/** The editor for the video and version in the page's address; also used over another page. */
export function OpenEditor(): ReactNode {
  const host = use(EditorHostContext)
  const [query, setQuery] = useSearchParams()
  const videoId = query.get('video') ?? ''
  const { data: video, error, mutate: readVideo } = useCall('getVideo', videoId ? { file_id: videoId } : undefined)
  const { data: versions } = useCall('listVersions', videoId ? { video_id: videoId } : undefined)
  const usual = useFirst(videoId, versions?.list.find(({ is_use }) => is_use)?.file_id ?? versions?.list[0]?.file_id)
  const fileId = query.get('file') ?? usual
  const { version, failure, retry } = useVersion(fileId)
  const listed = versions?.list.find(({ file_id }) => file_id === fileId)?.language
  useReopening(version, listed, retry)
  const open = (file: string): void => {
    query.set('file', file)
    query.delete('cue')
    query.delete('t')
    setQuery(query, { replace: true })
  }
  const isFine = !error && !failure
  return (
    <div className="editor" {...(host && { tabIndex: -1, ref: takeKeyboard })}>
      {!videoId && (fileId ? isFine && <LooseFile version={version} /> : <LocalEditor />)}
      {error && <Unreadable what="no_such_video" failure={error} onRetry={() => void readVideo()} />}
      {!error && failure && <Unreadable what="no_such_version" failure={failure} onRetry={retry} />}
      {isFine && videoId && !(video && versions) && <Waiting />}
      {isFine && video && versions && !isPrepared(video) && <Preparing video={video} />}
      {isFine && video && versions && isPrepared(video) && (
        <OpenVersion video={video} versions={versions.list} fileId={fileId} version={version} onOpen={open} />
      )}
    </div>
  )
}

/** Takes the focus from the page below, such as a link in a dialog, whose keys the editor does not handle. */
function takeKeyboard(editor: HTMLElement | null): void {
  editor?.focus({ preventScroll: true })
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

interface UnreadableProps {
  what: 'no_such_video' | 'no_such_version'
  failure: CallFailed
  onRetry: () => void
}

function Unreadable({ what, failure, onRetry }: UnreadableProps): ReactNode {
  const { t } = useTranslation('editor')
  const leave = useLeave()
  const host = use(EditorHostContext)
  const { isOffline } = failure
  return (
    <MissingScreen
      label="?"
      title={isOffline ? t('common:offline') : t(what)}
      text={isOffline ? undefined : t(`${what}_text`)}
    >
      {isOffline && <Button intent="primary" text={t('common:retry')} onClick={onRetry} />}
      <Button
        intent={isOffline ? 'none' : 'primary'}
        text={host?.leaveLabel ?? t('to_library')}
        onClick={() => leave()}
      />
    </MissingScreen>
  )
}

/**
 * Loads a version once: from then on the editor has the newest text, and the server follows. A version in the address
 * loads in parallel with the video's data.
 */
function useVersion(fileId: string | undefined) {
  const [version, setVersion] = useState<Version>()
  const [failure, setFailure] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!fileId) return
    const control = new AbortController()
    const take = (read: Version): void => {
      if (!control.signal.aborted) setVersion(read)
    }
    const answer = versionAhead(fileId) ?? call('getVersion', { file_id: fileId }, { signal: control.signal })
    answer.then(take, (error: unknown) => {
      if (control.signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      setFailure(error)
    })
    return () => {
      control.abort()
      // On return the version is loaded again, since the earlier answer is outdated.
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

/** The version that a video was opened with stays open, even if another becomes active. */
function useFirst(videoId: string, fileId: string | undefined): string | undefined {
  const [first, setFirst] = useState<{ videoId: string; fileId: string }>()
  if (first?.videoId === videoId) return first.fileId
  if (fileId !== undefined) setFirst({ videoId, fileId })
  return fileId
}

/** Checks, fonts and exports depend on the language: a version whose language was changed is loaded again. */
function useReopening(version: Version | undefined, listed: string | undefined, retry: () => void): void {
  const opened = version?.language
  const reopen = useEffectEvent(() => {
    if (opened !== undefined && listed !== undefined && listed !== opened) retry()
  })
  // Only when the list changes: it may be older than the loaded version.
  useEffect(() => reopen(), [listed])
}

type Version = DataOf<'getVersion'>

/** A subtitle file; one that belongs to a video is opened with the video. */
function LooseFile({ version }: { version: Version | undefined }): ReactNode {
  if (!version) return <Waiting />
  const { video_id, file_id } = version
  if (video_id !== '') return <Navigate replace to={`/lab/pro/srt-edit?video=${video_id}&file=${file_id}`} />
  return <FileEditor key={file_id} version={version} />
}

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
