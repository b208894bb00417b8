import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { readSrt } from '#core/subtitle/srt.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { useCall } from '#src/api/hooks.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { textsBySpan } from './line-spans.ts'

const ROW_PX = 56

interface Props {
  task: Task
  /** The video that they belong to, which plays beside them. */
  video: Video | undefined
  isAlone?: boolean
}

const cuesOf = (text: string | undefined): readonly Cue[] =>
  text === undefined ? [] : readSrt(text, sequentialIds('line-')).cues

/** Lines that a task made beside those that it made them of; one that is clicked is shown in the video. */
export function CompareLines({ task, video, isAlone = false }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const player = useRef<HTMLVideoElement>(null)
  const { data, error } = useCall('getSubtitlesContent', { file_id: task.file_id })
  const { data: source } = useCall(
    'getSubtitlesContent',
    task.source_file_id === '' || isAlone ? undefined : { file_id: task.source_file_id },
  )
  if (error) return <p className="muted">{error.isOffline ? t('common:offline') : t('result_gone')}</p>
  const cues = cuesOf(data?.subtitle_txt)
  const originals = source ? textsBySpan(cuesOf(source.subtitle_txt), cues) : []
  const show = (ms: number): void => {
    if (player.current) player.current.currentTime = ms / 1000
  }
  return (
    <div className={video ? 'compare-lines compare-with-video' : 'compare-lines'}>
      {video && (
        <video ref={player} src={video.proxy_url || video.video_url} controls playsInline className="result-player" />
      )}
      <div>
        <div className="text-head">
          <span />
          {source && <span>{nameOf(source.language)}</span>}
          <span>{data && nameOf(data.language)}</span>
        </div>
        <VirtualList
          items={cues.map((cue, at) => ({ cue, at }))}
          rowHeight={ROW_PX}
          keyOf={({ cue }) => cue.id}
          label={t('lines_of_result')}
          className="text-lines"
          render={({ cue, at }) => (
            <button type="button" className="text-row compare-row" onClick={() => show(cue.start)}>
              <span className="text-time">{formatTimecode(cue.start)}</span>
              {source && <span className="text-original">{plainText(originals[at] ?? '')}</span>}
              <span className="text-made">{plainText(cue.text)}</span>
            </button>
          )}
        />
      </div>
    </div>
  )
}
