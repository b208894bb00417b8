import './TimelineBar.css'
import { Button, ButtonGroup, HTMLSelect, SegmentedControl, Slider } from '@blueprintjs/core'
import { Heatmap, Pause, Play, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { editorLimits, playbackSpeeds } from '#core/domain/limits.ts'
import type { MediaFault } from '#core/media/fault.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { dragModes } from '#core/timing/drag.ts'
import type { ReadingWork } from '#src/media/reader.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { followModes } from '../editor.ts'
import { actions } from '../keys/actions.ts'
import { useKeyName } from '../keys/use-key-name.ts'
import { spans } from '../timeline/view.ts'
import { useEditor } from '../use-editor.ts'
import { trackHeights } from './track-heights.ts'

/** Playing, what is read of the video, and how the timeline shows it. */
export function TimelineBar(): ReactNode {
  return (
    <div className="timeline-bar">
      <PlayButton />
      <Clock />
      <Speed />
      <ReadingMark />
      <DragModeSwitch />
      <FollowSelect />
      <SpectrumButton />
      <ThumbnailHeight />
      <ScaleTools />
    </div>
  )
}

function FollowSelect(): ReactNode {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const keyName = useKeyName()
  const { follow } = useSnapshot(panels)
  return (
    <HTMLSelect
      minimal
      aria-label={t('follow')}
      title={`${t('follow')} (${keyName('follow_mode')})`}
      value={follow}
      onChange={(event) => {
        panels.follow = followModes.find((mode) => mode === event.currentTarget.value) ?? 'page'
      }}
      options={followModes.map((value) => ({ value, label: t(`follow_${value}`) }))}
    />
  )
}

function SpectrumButton(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { hasSpectrum } = useSnapshot(editor.panels)
  return (
    <Button
      variant="minimal"
      icon={<Heatmap />}
      active={hasSpectrum}
      aria-pressed={hasSpectrum}
      aria-label={t('action_spectrum')}
      title={`${t('spectrum_title')} (${keyName('spectrum')})`}
      onClick={() => void actions.spectrum(editor)}
    />
  )
}

function ThumbnailHeight(): ReactNode {
  const { t } = useTranslation('editor')
  const { thumbnails } = useSnapshot(trackHeights)
  const { min, max } = editorLimits.thumbnailHeight
  return (
    <span className="thumbnail-height" title={t('thumbnail_height')}>
      <Slider
        min={min}
        max={max}
        stepSize={10}
        labelRenderer={false}
        value={thumbnails}
        handleHtmlProps={{ 'aria-label': t('thumbnail_height') }}
        onChange={(height) => {
          trackHeights.thumbnails = height
        }}
      />
    </span>
  )
}

function ScaleTools(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { span, zoom } = useSnapshot(editor.panels).scale
  return (
    <>
      <HTMLSelect
        minimal
        aria-label={t('span')}
        value={span}
        onChange={(event) => editor.showSpan(spans.find((value) => value === event.currentTarget.value) ?? 'whole')}
        options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
      />
      <ButtonGroup variant="minimal">
        <Button icon={<ZoomOut />} title={t('zoom_out')} aria-label={t('zoom_out')} onClick={() => editor.zoomBy(-1)} />
        <span className="zoom">{zoom.toFixed(1)}</span>
        <Button icon={<ZoomIn />} title={t('zoom_in')} aria-label={t('zoom_in')} onClick={() => editor.zoomBy(1)} />
      </ButtonGroup>
    </>
  )
}

/** What is being read of the video, and what can't be. */
function ReadingMark(): ReactNode {
  const { t } = useTranslation('editor')
  const { analysis } = useEditor()
  const { working, faults } = useSyncExternalStore(analysis.onState, analysis.state)
  const faulty = readingWorks.find((work) => faults[work])
  const { fault, atMs } = (faulty && faults[faulty]) ?? {}
  const text = faulty && fault && faultText(t, faulty, fault, atMs)
  return (
    <span className="timeline-state muted">
      {working && (
        <>
          <Progress value={working.share} label={t(`reading_${working.work}`)} />
          {t(`reading_${working.work}`)}
        </>
      )}
      {!working && text && (
        <span className="ellipsis" title={text}>
          {text}
        </span>
      )}
    </span>
  )
}

/** The gravest first: without sound there is no waveform to time against. */
const readingWorks: readonly ReadingWork[] = ['sound', 'pictures', 'shots']

function faultText(t: TFunction<'editor'>, work: ReadingWork, fault: MediaFault, atMs: number | undefined): string {
  if (fault === 'truncated' && atMs !== undefined) return t('media_truncated_at', { time: formatTimecode(atMs) })
  return t(fault === 'unsupported' ? `media_unsupported_${work}` : `media_${fault}`)
}

function DragModeSwitch(): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { dragMode } = useSnapshot(session.cells)
  return (
    <span title={t('drag_mode_title')}>
      <SegmentedControl
        size="small"
        aria-label={t('drag_mode')}
        value={dragMode}
        onValueChange={(value) => {
          session.cells.dragMode = dragModes.find((mode) => mode === value) ?? 'block'
        }}
        options={dragModes.map((value) => ({ value, label: t(`drag_${value}`) }))}
      />
    </span>
  )
}

function PlayButton(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead } = useEditor()
  const paused = !useSyncExternalStore(playhead.onState, playhead.state)
  const label = t(paused ? 'play' : 'pause')
  // No focus on click: a focused button takes Space for itself and would toggle twice.
  return (
    <Button
      icon={paused ? <Play /> : <Pause />}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => playhead.toggle()}
    />
  )
}

function Speed(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead } = useEditor()
  return (
    <HTMLSelect
      minimal
      aria-label={t('speed')}
      defaultValue={1}
      onChange={(event) => {
        playhead.speed = Number(event.currentTarget.value)
      }}
      options={playbackSpeeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
    />
  )
}

/** Nobody reads a time that changes more often than this. */
const CLOCK_MS = 40

/** Time and number of the frame on screen. */
function Clock(): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead, media } = useEditor()
  const text = useRef<HTMLSpanElement>(null)
  const { durationMs } = media
  useEffect(() => {
    let shownAt = 0
    const whole = formatTimecode(durationMs)
    return playhead.on((ms) => {
      const now = performance.now()
      if (!text.current || (playhead.isPlaying && now - shownAt < CLOCK_MS)) return
      shownAt = now
      const frame = t('frame_number', { n: playhead.frameNumber })
      text.current.textContent = `${formatTimecode(ms)} / ${whole} · ${frame}`
    })
  }, [playhead, durationMs, t])
  return <span ref={text} className="clock" data-testid="clock" />
}
