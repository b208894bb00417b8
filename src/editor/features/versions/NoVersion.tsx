import './NoVersion.css'
import { type ReactNode, use, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { mayBeSubtitle } from '#src/subtitles/file-names.ts'
import { SubtitleFileInput } from '#src/subtitles/SubtitleFileInput.tsx'
import { ImportDialog } from '#src/subtitles/ImportDialog.tsx'
import { RunDialog } from '#src/tasks/RunDialog.tsx'
import { TaskInPlace } from '#src/tasks/TaskInPlace.tsx'
import { useNewestTask } from '#src/tasks/use-task.ts'
import { videoExtract } from '#src/tasks/video-extract.tsx'
import { Button } from '#src/ui/Button.ts'
import { Dialog } from '#src/ui/Dialog.ts'
import { Add, ArrowLeft, Import, Label, TextHighlight } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { Length } from '#src/ui/Length.tsx'
import { EditorHostContext, useLeave } from '../../context/host.ts'
import { addEmptyVersion } from '../../store/linked/versions.ts'
import { FolderVideos } from './VideoList.tsx'
import { TrackImport } from '../import/TrackImport.tsx'
import { type EmbeddedTrack, tracksOfVideo } from '../../media/embedded.ts'
import { useTrackName } from '../../media/use-track-name.ts'

interface Props {
  video: Video
  onOpen: (fileId: string) => void
}

/** A video without subtitles, with the ways to create its first version. */
export function NoVersion({ video, onOpen }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const leave = useLeave()
  const host = use(EditorHostContext)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [track, setTrack] = useState<EmbeddedTrack>()
  const drop = useFileDrop((files) => {
    const found = files.filter(mayBeSubtitle)
    if (found.length > 0) setChosen(found)
    else if (files.length > 0) notify.error(t('subtitles:file_no_subtitles'))
    return true
  })
  return (
    <div className="no-version-page">
      {video.folder_id !== '' && <FolderVideos folderId={video.folder_id} videoId={video.video_id} />}
      <main className={drop.isOver ? 'no-version no-version-over' : 'no-version'} {...drop.handlers}>
        <section className="no-version-card">
          <div className="no-version-cover">
            {video.video_cover && <img src={video.video_cover} alt="" />}
            <Length ms={video.video_info.duration_ms} />
          </div>
          <h1>{video.video_name}</h1>
          <p className="muted">{t('extract_first')}</p>
          <Beginnings video={video} onOpen={onOpen} onFile={(file) => setChosen([file])} onTrack={setTrack} />
          <p className="muted">{t('subtitles:import_drop')}</p>
          <Button
            variant="minimal"
            icon={<ArrowLeft />}
            text={host?.leaveLabel ?? t('to_library')}
            onClick={() => leave(video.folder_id)}
          />
        </section>
        {track && (
          <Dialog isOpen title={t('embedded_title')} transitionDuration={0} onClose={() => setTrack(undefined)}>
            <TrackImport video={video} track={track} onImported={onOpen} onClose={() => setTrack(undefined)} />
          </Dialog>
        )}
        {chosen.length > 0 && (
          <ImportDialog video={video} files={chosen} onImported={onOpen} onClose={() => setChosen([])} />
        )}
      </main>
    </div>
  )
}

interface WaysProps extends Props {
  onFile: (file: File) => void
  onTrack: (track: EmbeddedTrack) => void
}

/** A button for each way to create a version. */
function Beginnings({ video, onOpen, onFile, onTrack }: WaysProps): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useTrackName()
  const [isExtracting, setExtracting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, begin } = useBeginning(onOpen)
  const { video_id } = video
  const task = useNewestTask({ video_id, task_type: videoExtract.type })
  const state = task && describeTaskState(task.state)
  return (
    <div className="no-version-ways">
      {task && (state?.isOngoing || state?.name === 'failed') && <TaskInPlace task={task} />}
      {!state?.isOngoing && (
        <Button
          fill
          size="large"
          intent="primary"
          alignText="start"
          icon={<TextHighlight />}
          text={t('tasks:extract_title')}
          onClick={() => setExtracting(true)}
        />
      )}
      <Button
        fill
        size="large"
        alignText="start"
        icon={<Import />}
        text={t('subtitles:import_file')}
        onClick={() => input.current?.click()}
      />
      {tracksOfVideo(video).map((track) => (
        <Button
          key={track.index}
          fill
          size="large"
          alignText="start"
          icon={<Label />}
          disabled={isBusy || !track.isText}
          text={t('embedded_take', { track: nameOf(track) })}
          data-tip={nameOf(track)}
          ellipsizeText
          onClick={() => onTrack(track)}
        />
      ))}
      <Button
        fill
        size="large"
        alignText="start"
        icon={<Add />}
        disabled={isBusy}
        text={t('begin_empty')}
        onClick={() => void begin(() => addEmptyVersion(video))}
      />
      <SubtitleFileInput input={input} onFile={onFile} />
      {isExtracting && <RunDialog kind={videoExtract} video={video} onClose={() => setExtracting(false)} />}
    </div>
  )
}

/** Creates a version and opens it, one at a time. */
function useBeginning(onOpen: (fileId: string) => void) {
  const [isBusy, setBusy] = useState(false)
  const begin = async (make: () => Promise<string>): Promise<void> => {
    setBusy(true)
    try {
      onOpen(await make())
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, begin }
}
