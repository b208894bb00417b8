import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { useCall } from '#src/api/hooks.ts'
import { ChangedText } from '#src/ui/ChangedText.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowDown, ArrowUp } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { type CompareRow, nextDifference, rowsBySpan, rowsOfDifference } from './compare-rows.ts'
import { useVersionName } from './version-name.ts'

const ROW_PX = 56

interface Props {
  task: Task
  /** Their video, played beside them. */
  video: Video | undefined
  isAlone?: boolean
}

const cuesOf = (text: string | undefined, prefix: string): readonly Cue[] =>
  text === undefined ? [] : readSrt(text, sequentialIds(prefix)).cues

/**
 * A task's cues beside their source or another version of the video, with differences within one language; a click seeks
 * the video.
 */
export function CompareLines({ task, video, isAlone = false }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const player = useRef<HTMLVideoElement>(null)
  const [otherId, setOther] = useState(task.source_file_id)
  const { data, error } = useCall('getSubtitlesContent', { file_id: task.file_id })
  const asked = isAlone || otherId === '' ? undefined : { file_id: otherId }
  const { data: other } = useCall('getSubtitlesContent', asked)
  const rows = useMemo(() => {
    const [made, others] = [cuesOf(data?.subtitle_txt, 'line-'), cuesOf(other?.subtitle_txt, 'other-')]
    const isSame = other !== undefined && other.language === data?.language
    return isSame ? rowsOfDifference(others, made) : rowsBySpan(others, made)
  }, [data, other])
  if (error) return <p className="muted">{error.isOffline ? t('common:offline') : t('result_gone')}</p>
  const show = (ms: number): void => {
    if (player.current) player.current.currentTime = ms / 1000
  }
  const isMarked = other !== undefined && other.language === data?.language
  return (
    <div className={video ? 'compare-lines compare-with-video' : 'compare-lines'}>
      {video && (
        <video ref={player} src={video.proxy_url || video.video_url} controls playsInline className="result-player" />
      )}
      <div>
        {video && !isAlone && <OtherVersion task={task} video={video} value={otherId} onChange={setOther} />}
        <Lines
          key={otherId}
          rows={rows}
          languages={{ other: other?.language, made: data?.language }}
          isMarked={isMarked}
          onShow={show}
        >
          <div className="text-head">
            <span />
            {other && <span>{nameOf(other.language)}</span>}
            <span>{data && [nameOf(data.language), ...(isMarked ? [t('side_result')] : [])].join(' · ')}</span>
          </div>
        </Lines>
      </div>
    </div>
  )
}

interface OtherProps {
  task: Task
  video: Video
  value: string
  onChange: (fileId: string) => void
}

/** Selects the version to compare with: the source, or any other of the video. */
function OtherVersion({ task, video, value, onChange }: OtherProps): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useVersionName()
  const { data } = useCall('listVersions', { video_id: video.video_id })
  const others = data?.list.filter(({ file_id, cue_sum }) => file_id !== task.file_id && cue_sum > 0) ?? []
  if (others.length === 0) return null
  return (
    <div className="compare-other">
      <label htmlFor="compare-other" className="muted">
        {t('compare_with')}
      </label>
      <Select
        id="compare-other"
        value={others.some(({ file_id }) => file_id === value) ? value : ''}
        options={[
          { value: '', label: t('compare_with_none') },
          ...others.map((version) => ({ value: version.file_id, label: nameOf(version, video.video_name) })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}

interface LinesProps {
  rows: readonly CompareRow[]
  /** Of the texts on both sides. */
  languages: { readonly other: string | undefined; readonly made: string | undefined }
  /** Whether differences are marked. */
  isMarked: boolean
  onShow: (ms: number) => void
  children: ReactNode
}

function Lines({ rows, languages, isMarked, onShow, children }: LinesProps): ReactNode {
  const { t } = useTranslation('tasks')
  const [at, setAt] = useState(-1)
  const differing = rows.filter(({ change }) => change !== 'none').length
  const go = (step: 1 | -1): void => {
    const next = nextDifference(rows, step === -1 && at < 0 ? rows.length : at, step)
    const row = rows[next]
    if (!row || next === at) return
    setAt(next)
    onShow(row.start)
  }
  return (
    <>
      {isMarked && (
        <div className="compare-differences" role="group" aria-label={t('differences', { count: differing })}>
          <span className={differing === 0 ? 'muted' : undefined}>{t('differences', { count: differing })}</span>
          <IconButton
            size="small"
            icon={<ArrowUp />}
            label={t('previous_difference')}
            disabled={differing === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            size="small"
            icon={<ArrowDown />}
            label={t('next_difference')}
            disabled={differing === 0}
            onClick={() => go(1)}
          />
        </div>
      )}
      {children}
      <VirtualList
        items={rows}
        rowHeight={ROW_PX}
        keyOf={({ key }) => key}
        label={t('lines_of_result')}
        className="text-lines"
        {...(at >= 0 && { shownAt: at })}
        render={(row) => (
          <button
            type="button"
            className="text-row compare-row"
            data-change={row.change}
            aria-current={row === rows[at] ? 'true' : undefined}
            title={row.change === 'none' ? undefined : t(`change_${row.change}`)}
            onClick={() => {
              setAt(rows.indexOf(row))
              onShow(row.start)
            }}
          >
            <span className="text-time">{formatTimecode(row.start)}</span>
            {(isMarked || row.other !== '') && (
              <Text className="text-original" row={row} side="before" language={languages.other} />
            )}
            <Text className="text-made" row={row} side="after" language={languages.made} />
          </button>
        )}
      />
    </>
  )
}

interface TextProps {
  className: string
  row: CompareRow
  side: 'before' | 'after'
  language: string | undefined
}

/** One side of a row; where both are of one language, what changed has a colour. */
function Text({ className, row: { other, made, change }, side, language }: TextProps): ReactNode {
  const [before, after] = [plainText(other), plainText(made)]
  const text = side === 'before' ? before : after
  return (
    <span className={className} dir={textDirection(text, language)}>
      {change === 'changed' ? <ChangedText {...{ before, after, side }} language={language} /> : text}
    </span>
  )
}
