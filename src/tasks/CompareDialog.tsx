import './compare.css'
import './tasks.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTable } from '#core/contract/errors.ts'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { endedAtMask } from '#core/domain/erase.ts'
import { TaskState as State } from '#core/domain/task.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { Play } from '#src/ui/icons.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tab, Tabs } from '#src/ui/Tabs.ts'
import { CompareLines } from './CompareLines.tsx'
import { CompareVideos } from './CompareVideos.tsx'
import { LookAtMask } from './erase-mask/LookAtMask.tsx'
import { kindOf } from './kinds.ts'
import { playable } from './results.tsx'
import { type Playable, usePlayable } from './stream.ts'
import { TaskFacts } from './TaskFacts.tsx'
import { TaskState } from './TaskState.tsx'

const GONE = errorTable.not_found.code

interface Props {
  task: Task
  onClose: () => void
}

/** A task with its source: comparison, result only, and details. */
export function CompareDialog({ task: listed, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  // Live: it may end while the dialog is open.
  const { data } = useCall('getTask', { task_id: listed.task_id })
  const task = data ?? listed
  const mayPlay = task.state === State.succeeded
  const [tab, setTab] = useState<string | number>('compare')
  const kind = kindOf(task.task_type)
  return (
    <Dialog isOpen title={task.task_name} onClose={onClose} className="compare-dialog">
      <DialogBody className="compare-body">
        <Tabs id="compare" selectedTabId={tab} onChange={setTab} renderActiveTabPanelOnly>
          <Tab
            id="compare"
            title={t('tab_compare')}
            panel={mayPlay ? <Comparison task={task} /> : <NotYet task={task} />}
          />
          <Tab
            id="result"
            title={t('tab_result')}
            panel={
              mayPlay ? (
                <div className="compare-result">
                  <span className="task-results">{kind && <kind.Result task={task} />}</span>
                  <ResultAlone task={task} />
                </div>
              ) : (
                <NotYet task={task} />
              )
            }
          />
          <Tab id="info" title={t('tab_info')} panel={<TaskFacts task={task} />} />
        </Tabs>
      </DialogBody>
    </Dialog>
  )
}

/** An unfinished task plays nothing: picture, progress, and the original on demand. */
function NotYet({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isForced, setForced] = useState(false)
  const { data: video, error } = useCall('getVideo', task.video_id === '' ? undefined : { file_id: task.video_id })
  const original = video && originalOf(video)
  const mayForce = original !== undefined && original.file !== ''
  return (
    <div className="compare-waiting">
      {isForced && mayForce ? <Player {...original} /> : task.cover !== '' && <img src={task.cover} alt="" />}
      <TaskState task={task} />
      {endedAtMask(task) && <LookAtMask task={task} />}
      {error?.code === GONE && <p className="muted">{t('video_gone')}</p>}
      {mayForce && !isForced && <Button icon={<Play />} text={t('play_original')} onClick={() => setForced(true)} />}
    </div>
  )
}

function Player(original: Playable): ReactNode {
  const player = useRef<HTMLVideoElement>(null)
  usePlayable(player, original)
  return <video ref={player} controls autoPlay playsInline className="result-player" />
}

/** What is played of a video: stream, proxy, or original file. */
const originalOf = ({ proxy_url, video_url, video_url_m3u8 }: Video): Playable => ({
  stream: video_url_m3u8,
  file: proxy_url === '' ? video_url : proxy_url,
})

function Comparison({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: video, error } = useCall('getVideo', task.video_id === '' ? undefined : { file_id: task.video_id })
  if (task.task_video_url === '' && task.file_id === '') return <p className="muted">{t('result_gone')}</p>
  if (error && error.code !== GONE)
    return <Callout intent="warning">{error.isOffline ? t('common:offline') : error.message}</Callout>
  const isGone = error !== undefined || task.video_id === ''
  if (task.task_video_url === '' || (isGone && task.file_id !== '')) return <CompareLines task={task} video={video} />
  if (isGone)
    return (
      <>
        <p className="muted">{t('original_gone')}</p>
        <ResultAlone task={task} />
      </>
    )
  if (!video) return <Spinner size={20} />
  return (
    <CompareVideos
      original={originalOf(video)}
      result={playable(task.task_video_url)}
      durationMs={video.video_info.duration_ms}
      video={video}
      initialLayout={task.task_type === 'video_erase' ? 'divided' : 'beside'}
    />
  )
}

/** The result without the original: a video, a sound, or lines. */
function ResultAlone({ task }: { task: Task }): ReactNode {
  const { t } = useTranslation('tasks')
  const address = playable(task.task_video_url)
  if (address.endsWith('.m4a')) return <audio src={address} controls className="result-player" />
  if (address !== '') return <video src={address} controls playsInline className="result-player" />
  if (task.file_id !== '') return <CompareLines task={task} video={undefined} isAlone />
  return <p className="muted">{t('result_gone')}</p>
}
