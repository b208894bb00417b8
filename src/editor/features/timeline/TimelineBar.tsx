import './TimelineBar.css'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { playbackSpeeds } from '#core/domain/limits.ts'
import type { MediaFault } from '#core/media/fault.ts'
import { type TimeNotation, writeScreenTime, writeTime } from '#core/timing/time-notation.ts'
import { dragModes } from '#core/timing/drag.ts'
import type { ReadingWork } from '#src/media/reader.ts'
import { Button } from '#src/ui/Button.ts'
import { ButtonGroup } from '#src/ui/ButtonGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Heatmap, Pause, Play, WarningSign, ZoomIn, ZoomOut } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useKeyName } from '../../keys/use-key-name.ts'
import { cuesBetween } from '../../model/document/cues-in-time.ts'
import { delays } from '../../model/options.ts'
import { spans } from '../../timeline/index.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { DamagedParts } from './DamagedParts.tsx'
import { MoreTools } from './MoreTools.tsx'
import { zoomBy, showSpan } from './scale.ts'

/** Tools over the timeline in named groups, and the reading state of the video. */
export function TimelineBar(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <div className="timeline-bar">
      <Tools label={t('tools_play')}>
        <PlayButton />
        <Clock />
        <Speed />
      </Tools>
      <TimelineState />
      <Tools label={t('tools_edge')}>
        <ActionTools actions={edgeTools} />
        <DragModeSwitch />
      </Tools>
      <Tools label={t('tools_line')}>
        <ActionTools actions={lineTools} />
      </Tools>
      <Tools label={t('tools_view')}>
        <SpectrumButton />
        <ScaleTools />
        <MoreTools />
      </Tools>
    </div>
  )
}

function Tools({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="tools" role="group" aria-label={label}>
      <span className="tools-name" aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

/** Frequent actions on the focused lines. */
function ActionTools({ actions }: { actions: typeof edgeTools | typeof lineTools }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  return (
    <ButtonGroup variant="minimal">
      {actions.map((action) => (
        <IconButton
          key={action}
          icon={<SubtitleIcon name={action} />}
          word={t(`tool_${action}`)}
          label={t(`action_${action}`)}
          keyName={keyName(action)}
          keepsFocus
          onClick={() => void editor.run(action)}
        />
      ))}
    </ButtonGroup>
  )
}

const edgeTools = ['set_start', 'set_end'] as const
const lineTools = ['split', 'merge', 'play_line'] as const

function SpectrumButton(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { hasSpectrum } = useSnapshot(editor.panels)
  return (
    <IconButton
      icon={<Heatmap />}
      word={t('action_spectrum')}
      onClick={() => void editor.run('spectrum')}
      label={t('action_spectrum')}
      tip={t('spectrum_title')}
      keyName={keyName('spectrum')}
      pressed={hasSpectrum}
    />
  )
}

function ScaleTools(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { span, zoom } = useSnapshot(editor.panels).scale
  return (
    <>
      <Select
        kind="tool"
        label={t('span')}
        value={span}
        onChange={(wanted) => showSpan(editor, wanted)}
        options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
      />
      <ButtonGroup variant="minimal">
        <IconButton
          icon={<ZoomOut />}
          onClick={() => zoomBy(editor, -1)}
          label={t('zoom_out')}
          keyName={keyName('zoom_out')}
        />
        <span className="zoom">{zoom.toFixed(1)}</span>
        <IconButton
          icon={<ZoomIn />}
          onClick={() => zoomBy(editor, 1)}
          label={t('zoom_in')}
          keyName={keyName('zoom_in')}
        />
      </ButtonGroup>
    </>
  )
}

/** The reading state of the video, its errors, and lines that do not fit it. */
function TimelineState(): ReactNode {
  const { t } = useTranslation('editor')
  const { analysis } = useEditor()
  const notation = useNotation()
  const { working, faults } = useSyncExternalStore(analysis.onState, analysis.state)
  const faulty = readingWorks.find((work) => faults[work])
  const { fault, atMs } = (faulty && faults[faulty]) ?? {}
  const text = faulty && fault && faultText(t, faulty, { fault, atMs }, notation)
  return (
    <span className="timeline-state muted">
      {working && (
        <>
          <Progress value={working.share} label={t(`reading_${working.work}`)} />
          <span className="ellipsis">{t(`reading_${working.work}`)}</span>
        </>
      )}
      {!working && text && (
        <span className="ellipsis" data-tip={text} data-tip-cut>
          {text}
        </span>
      )}
      {!working && <DamagedParts />}
      {!working && !text && <BeyondEnd />}
    </span>
  )
}

/** Lines that end after the video, counted when the user pauses; a click goes to the first. */
function BeyondEnd(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, media } = editor
  const [beyond, setBeyond] = useState<readonly string[]>([])
  const shown = useRef(0)
  useEffect(() => {
    if (media.durationMs === 0) return
    const count = (): void => {
      const late = cuesBetween(session.list, media.durationMs + 1, Infinity)
      // Avoids a state update without a change, which React would still process.
      if (late.length + shown.current === 0) return
      shown.current = late.length
      setBeyond(late.map(({ id }) => id))
    }
    count()
    const { loop } = session
    const stop = session.onChange(() => loop.idle(count, count, { after: delays.save }))
    return () => {
      stop()
      loop.cancel(count)
    }
  }, [session, media])
  const [first] = beyond
  if (first === undefined) return null
  const text = t('beyond_end', { count: beyond.length })
  return (
    <Button
      size="small"
      variant="minimal"
      intent="warning"
      icon={<WarningSign />}
      data-tip={text}
      text={text}
      ellipsizeText
      onClick={() => editor.goTo(first)}
    />
  )
}

/** Most severe first: without sound there is no waveform for timing. */
const readingWorks: readonly ReadingWork[] = ['sound', 'pictures', 'shots']

function faultText(
  t: TFunction<'editor'>,
  work: ReadingWork,
  { fault, atMs }: { fault: MediaFault; atMs: number | undefined },
  notation: TimeNotation,
): string {
  if (fault === 'truncated' && atMs !== undefined) return t('media_truncated_at', { time: writeTime(atMs, notation) })
  return t(fault === 'unsupported' ? `media_unsupported_${work}` : `media_${fault}`)
}

function DragModeSwitch(): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const dragMode = useCell(session.cells, 'dragMode')
  const keyName = useKeyName()
  return (
    <span data-tip={t('drag_mode')} data-tip-key={keyName('drag_mode')}>
      <SegmentedControl
        size="small"
        aria-label={t('drag_mode')}
        value={dragMode}
        onValueChange={(value) => {
          session.cells.dragMode = dragModes.find((mode) => mode === value) ?? 'block'
        }}
        options={dragModes.map((value) => ({
          value,
          icon: <SubtitleIcon name={value} />,
          label: t(`drag_${value}`),
        }))}
      />
    </span>
  )
}

/** Plays or pauses. */
export function PlayButton(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead } = useEditor()
  const keyName = useKeyName()
  const paused = !useSyncExternalStore(playhead.onState, playhead.state)
  const label = t(paused ? 'play' : 'pause')
  // Takes no focus on click: a focused button also handles Space and would toggle twice.
  return (
    <IconButton
      icon={paused ? <Play /> : <Pause />}
      onClick={() => playhead.toggle()}
      variant="solid"
      label={label}
      keyName={keyName('play')}
      keepsFocus
    />
  )
}

function Speed(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead } = useEditor()
  const [speed, setSpeed] = useState<number>(1)
  return (
    <Select
      kind="tool"
      label={t('speed')}
      value={speed}
      onChange={(chosen) => {
        setSpeed(chosen)
        playhead.speed = chosen
      }}
      options={playbackSpeeds.map((value) => ({ value, label: `${value}×` }))}
    />
  )
}

/** Chinese, Japanese or Korean characters, which take up to two columns. */
const WIDE = /[\u2e80-\uffef]/g

/** Writes to the same text node in a place of fixed width, so that playback causes no layout around it. */
function putText(place: HTMLElement, text: string): void {
  const node = place.firstChild
  if (node instanceof Text) {
    if (node.data === text) return
    node.data = text
  } else place.textContent = text
  const width = `${text.length + (text.match(WIDE)?.length ?? 0)}ch`
  if (place.style.width !== width) place.style.width = width
}

/** Time and number of the frame on screen; a click changes the time notation. */
export function Clock(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead, media, times } = useEditor()
  const notation = useNotation()
  const now = useRef<HTMLSpanElement>(null)
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let shownAt = 0
    return playhead.on((ms) => {
      const at = performance.now()
      if (!now.current || !frame.current || (playhead.isPlaying && at - shownAt < delays.clock)) return
      shownAt = at
      putText(now.current, writeScreenTime(ms, playhead.frameNumber, notation))
      putText(frame.current, t('frame_number', { n: playhead.frameNumber }))
    })
  }, [playhead, notation, t])
  const title = t(`times_${times.unit}`)
  return (
    <button
      type="button"
      className="clock"
      data-testid="clock"
      data-tip={`${title} · ${t('action_time_display')}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => times.next()}
    >
      <span ref={now} className="clock-time" />
      <span className="clock-whole"> / {writeTime(media.durationMs, notation)}</span>
      <span className="clock-dot">{' · '}</span>
      <span ref={frame} className="clock-frame" />
    </button>
  )
}
