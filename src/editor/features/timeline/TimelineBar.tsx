import './TimelineBar.css'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { editorLimits, playbackSpeeds } from '#core/domain/limits.ts'
import type { MediaFault } from '#core/media/fault.ts'
import { type TimeNotation, writeScreenTime, writeTime } from '#core/timing/time-notation.ts'
import { dragModes } from '#core/timing/drag.ts'
import type { ReadingWork } from '#src/media/reader.ts'
import { Button } from '#src/ui/Button.ts'
import { ButtonGroup } from '#src/ui/ButtonGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Heatmap, Microphone, Pause, Play, WarningSign, ZoomIn, ZoomOut } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Slider } from '#src/ui/Slider.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useKeyName } from '../../keys/use-key-name.ts'
import { cuesBetween } from '../../model/document/cues-in-time.ts'
import { delays } from '../../model/options.ts'
import { followModes, spans } from '../../timeline/index.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { SecondSoundMenu } from './SecondSoundMenu.tsx'
import { DamagedParts } from './DamagedParts.tsx'
import { trackHeights } from './track-heights.ts'
import { zoomBy, showSpan } from './scale.ts'

/** Playback controls, the reading state of the video, and the timeline's settings. */
export function TimelineBar(): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  return (
    <div className="timeline-bar">
      <Tools label={t('tools_transport')}>
        <PlayButton />
        <Clock />
        <Speed />
        <FollowSwitches />
      </Tools>
      <TimelineState />
      <EditTools />
      <Tools label={t('tools_drag')}>
        <DragModeSwitch />
      </Tools>
      <Tools label={t('tools_view')}>
        <FollowSelect />
        <SpectrumButton />
        <VoicesButton />
        <SecondSoundMenu />
        {media.hasPicture && <ThumbnailHeight />}
        <ScaleTools />
      </Tools>
    </div>
  )
}

function Tools({ label, className = '', children }: ToolsProps): ReactNode {
  return (
    <div className={`tools ${className}`} role="group" aria-label={label}>
      {children}
    </div>
  )
}

interface ToolsProps {
  label: string
  className?: string
  children: ReactNode
}

/** The most frequent actions on the focused lines. */
function EditTools(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  return (
    <Tools label={t('tools_edit')} className="edit-tools">
      <ButtonGroup variant="minimal">
        {editTools.map((action) => (
          <IconButton
            key={action}
            icon={<SubtitleIcon name={action} />}
            label={t(`action_${action}`)}
            keyName={keyName(action)}
            keepsFocus
            onClick={() => void editor.run(action)}
          />
        ))}
      </ButtonGroup>
    </Tools>
  )
}

const editTools = ['set_start', 'set_end', 'split', 'merge', 'play_line'] as const

function FollowSelect(): ReactNode {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const keyName = useKeyName()
  const { follow } = useSnapshot(panels)
  return (
    <Select
      kind="tool"
      label={t('follow')}
      keyName={keyName('follow_mode')}
      value={follow}
      onChange={(mode) => {
        panels.follow = mode
      }}
      options={followModes.map((value) => ({ value, label: t(`follow_${value}`) }))}
    />
  )
}

/** Switches for parts that follow each other. */
function FollowSwitches(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { following } = editor
  const keyName = useKeyName()
  const switches = useSnapshot(following.switches)
  return (
    <ButtonGroup variant="minimal">
      {followButtons.map(({ name, action, icon }) => {
        const label = t(`action_${action}`)
        return (
          <IconButton
            key={name}
            icon={icon}
            word={t(`word_${name}`)}
            onClick={() => following.toggle(name)}
            label={label}
            keyName={keyName(action)}
            pressed={switches[name]}
            keepsFocus
          />
        )
      })}
    </ButtonGroup>
  )
}

const followButtons = [
  { name: 'seek', action: 'seek_on_choice', icon: <SubtitleIcon name="seek_rows" /> },
  { name: 'play', action: 'play_on_choice', icon: <SubtitleIcon name="play_rows" /> },
  { name: 'linesOnly', action: 'lines_only', icon: <SubtitleIcon name="lines_only" /> },
  { name: 'list', action: 'list_follows', icon: <SubtitleIcon name="follow_rows" /> },
  { name: 'middle', action: 'list_middle', icon: <SubtitleIcon name="align_rows" /> },
] as const

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

function VoicesButton(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { hasVoices } = useSnapshot(editor.panels)
  return (
    <IconButton
      icon={<Microphone />}
      word={t('action_dub_voices')}
      onClick={() => void editor.run('dub_voices')}
      label={t('action_dub_voices')}
      tip={t('dub_voices_title')}
      keyName={keyName('dub_voices')}
      pressed={hasVoices}
    />
  )
}

function ThumbnailHeight(): ReactNode {
  const { t } = useTranslation('editor')
  const { thumbnails } = useSnapshot(trackHeights)
  const { min, max } = editorLimits.thumbnailHeight
  return (
    <span className="thumbnail-height" data-tip={t('thumbnail_height')}>
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
