import { Button, ButtonGroup, HTMLSelect, SegmentedControl, Slider } from '@blueprintjs/core'
import { Heatmap, Pause, Play, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { proxy, subscribe, useSnapshot } from 'valtio'
import { editorLimits, playbackSpeeds, timelineLimits } from '#core/domain/limits.ts'
import type { MediaFault } from '#core/media/fault.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { errorsOfCue } from '#core/subtitle/cue-errors.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { dragModes } from '#core/timing/drag.ts'
import { clamp } from '#core/timing/rules.ts'
import type { ReadingState, ReadingWork } from '#src/media/reader.ts'
import type { MediaSource } from '#src/media/media.ts'
import { useTheme } from '#src/ui/theme.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { actions } from '../keys/actions.ts'
import { type Editor, type FollowMode, followModes, useEditor } from '../editor.ts'
import { useKeyName } from '../keys/use-key-name.ts'
import { colorOfRole } from '../role-colors.ts'
import type { EditorSession } from '../session.ts'
import { listenToGestures } from '../timeline/gestures.ts'
import { darkPalette, lightPalette } from '../timeline/palette.ts'
import { defaultTracks, tracksHeight, type TimelineScene } from '../timeline/scene.ts'
import { PlayheadMark } from '../timeline/playhead-mark.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { centre, pxPerMsOf, reveal, type Span, spans, type View, xOf, zoomTo } from '../timeline/view.ts'
import { useMediaReader } from '../media/use-video.ts'
import { Minimap } from './Minimap.tsx'
import type { TimeRange } from '#core/timing/time-range.ts'

export function TimelinePane({ source }: { source: MediaSource | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, playhead, quality, media } = editor
  const theme = useTheme()
  const host = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const guide = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<TimelineScene>()
  const [span, setSpan] = useState<Span>('whole')
  const [zoom, setZoom] = useState(1)
  const findings = useMemo(
    () => ({
      onShotChanges: (cuts: readonly number[]) => {
        session.shotChanges = cuts
        quality.setShotChanges(cuts)
      },
      onSpeech: (speech: readonly TimeRange[]) => {
        session.speech = speech
      },
    }),
    [session, quality],
  )
  const playheadMs = useCallback(() => playhead.ms, [playhead])
  const reading = useMediaReader(media, source, scene, playheadMs, findings)
  const durationMs = useDuration(editor)

  const showPlayhead = usePlayheadMark(head, scene, editor)
  const setView = useCallback(
    (view: View) => {
      scene?.set({ view })
      showPlayhead()
    },
    [scene, showPlayhead],
  )

  const showScale = useCallback(
    (nextSpan: Span, nextZoom: number) => {
      setSpan(nextSpan)
      setZoom(nextZoom)
      if (!scene) return
      const { view } = scene.state
      const x = clamp(xOf(view, playhead.ms), 0, view.width)
      setView(zoomTo(view, pxPerMsOf(nextSpan, nextZoom, durationMs), x, durationMs))
    },
    [scene, playhead, durationMs, setView],
  )

  useEffect(() => {
    editor.timeline = {
      zoomBy: (steps) => {
        const { minZoom, maxZoom, zoomStep } = timelineLimits
        showScale(span, Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10)
      },
      showSpan: (next) => showScale(next, zoom),
    }
  }, [editor, showScale, span, zoom])

  useEffect(() => scene?.set({ palette: theme === 'dark' ? darkPalette : lightPalette }), [scene, theme])

  const { thumbnails, cueTrack } = useSnapshot(tracks)
  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    const sizes = { ...defaultTracks, thumbnails, cues: cueTrack }
    scene.resize(element.clientWidth, sizes)
  }, [scene, thumbnails, cueTrack])

  const { hasSpectrum, waveGain } = useSnapshot(editor.panels)
  useEffect(() => scene?.set({ waveGain }), [scene, waveGain])
  useEffect(() => {
    // A new view object: whoever fills the timeline looks again at what is missing.
    if (scene) scene.set({ hasSpectrum, view: { ...scene.state.view } })
  }, [scene, hasSpectrum])

  const [opened] = useState(durationMs)
  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    scene.set({ view: { startMs: 0, width: element.clientWidth, pxPerMs: pxPerMsOf('whole', 1, opened) } })
    const observer = new ResizeObserver(() => scene.resize(element.clientWidth))
    observer.observe(element)
    // For end-to-end tests, which aim at cues by time.
    Object.assign(element, { timeToX: (ms: number) => xOf(scene.state.view, ms), frames: () => scene.frames })
    return () => observer.disconnect()
  }, [scene, opened])
  const videoMs = editor.media.durationMs
  useEffect(() => scene?.set({ durationMs, videoMs }), [scene, durationMs, videoMs])

  useDocument(editor, scene)

  useEffect(() => {
    if (!scene) return
    return playhead.on((ms) => {
      session.playheadMs = ms
      const { view } = scene.state
      const next = playhead.isPlaying ? followed(view, ms, durationMs, editor.panels.follow) : view
      if (next !== view) scene.set({ view: next })
      showPlayhead()
    })
  }, [scene, playhead, session, editor, durationMs, showPlayhead])

  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    return listenToGestures({
      element,
      session,
      view: () => scene.state.view,
      setView,
      tracks: () => scene.state.tracks,
      durationMs: () => durationMs,
      seek: (ms) => playhead.seek(ms),
      showGuide: (ms) => {
        if (!guide.current) return
        guide.current.hidden = ms === undefined
        if (ms !== undefined) guide.current.style.transform = `translateX(${xOf(scene.state.view, ms)}px)`
      },
      showRange: (range) => {
        editor.panels.range = range && { from: Math.round(range.from), to: Math.round(range.to) }
      },
      openMenu: (id, left, top) => editor.openLineMenu(id, left, top),
      scaleWave: (steps) => editor.scaleWave(steps),
      editText: () => void actions.edit_text(editor),
    })
  }, [scene, session, setView, playhead, editor, durationMs])

  return (
    <section className="timeline" aria-label={t('timeline')} data-tour="timeline">
      <TimelineBar reading={reading} span={span} zoom={zoom} onScale={showScale} />
      {scene && <Minimap scene={scene} durationMs={durationMs} onView={setView} />}
      <div
        ref={host}
        className="timeline-canvas"
        style={{ height: tracksHeight({ ...defaultTracks, thumbnails, cues: cueTrack }) }}
        data-testid="timeline"
        data-video={reading.isDone ? 'done' : 'reading'}
        tabIndex={0}
      >
        <Timeline onScene={setScene} />
        {scene && <RangeMark scene={scene} />}
        <div ref={guide} className="guide" hidden />
        <div ref={head} className="playhead" />
      </div>
      <TrackEdge />
    </section>
  )
}

interface BarProps {
  reading: ReadingState
  span: Span
  zoom: number
  onScale: (span: Span, zoom: number) => void
}

function TimelineBar({ reading, span, zoom, onScale }: BarProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { follow, hasSpectrum } = useSnapshot(editor.panels)
  const { thumbnails } = useSnapshot(tracks)
  const { thumbnailHeight } = editorLimits
  return (
    <div className="timeline-bar">
      <PlayButton />
      <Clock />
      <Speed />
      <ReadingMark state={reading} />
      <DragModeSwitch session={editor.session} />
      <HTMLSelect
        minimal
        aria-label={t('follow')}
        title={`${t('follow')} (${keyName('follow_mode')})`}
        value={follow}
        onChange={(event) => {
          editor.panels.follow = followModes.find((mode) => mode === event.currentTarget.value) ?? 'page'
        }}
        options={followModes.map((value) => ({ value, label: t(`follow_${value}`) }))}
      />
      <Button
        variant="minimal"
        icon={<Heatmap />}
        active={hasSpectrum}
        aria-pressed={hasSpectrum}
        aria-label={t('action_spectrum')}
        title={`${t('spectrum_title')} (${keyName('spectrum')})`}
        onClick={() => void actions.spectrum(editor)}
      />
      <span className="thumbnail-height" title={t('thumbnail_height')}>
        <Slider
          min={thumbnailHeight.min}
          max={thumbnailHeight.max}
          stepSize={10}
          labelRenderer={false}
          value={thumbnails}
          handleHtmlProps={{ 'aria-label': t('thumbnail_height') }}
          onChange={(height) => {
            tracks.thumbnails = height
          }}
        />
      </span>
      <HTMLSelect
        minimal
        aria-label={t('span')}
        value={span}
        onChange={(event) => onScale(event.currentTarget.value as Span, zoom)}
        options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
      />
      <ButtonGroup variant="minimal">
        <Button
          icon={<ZoomOut />}
          title={t('zoom_out')}
          aria-label={t('zoom_out')}
          onClick={() => editor.timeline.zoomBy(-1)}
        />
        <span className="zoom">{zoom.toFixed(1)}</span>
        <Button
          icon={<ZoomIn />}
          title={t('zoom_in')}
          aria-label={t('zoom_in')}
          onClick={() => editor.timeline.zoomBy(1)}
        />
      </ButtonGroup>
    </div>
  )
}

/** How far the timeline goes: the video, or what was timed beyond it. */
function useDuration({ session, media }: Editor): number {
  const [end, setEnd] = useState(() => session.list.cues.reduce((last, cue) => Math.max(last, cue.end), 0))
  useEffect(
    () =>
      session.onChange((patch) => {
        const last = patch.reduce((most, { to }) => Math.max(most, to?.end ?? 0), 0)
        setEnd((before) => Math.max(before, last))
      }),
    [session],
  )
  const beyond = end > media.durationMs ? end + BEYOND_MS : 0
  return Math.max(media.durationMs, beyond) || SHORTEST_MS
}

/** Room after the last line where no video ends the timeline, and what an empty one shows. */
const BEYOND_MS = 10_000
const SHORTEST_MS = 60_000

function followed(view: View, ms: number, durationMs: number, mode: FollowMode): View {
  if (mode === 'off') return view
  return mode === 'centre' ? centre(view, ms, durationMs) : reveal(view, ms, durationMs)
}

/** Heights that a person chose, kept in this browser. */
const TRACKS = 'cuelane-tracks'
const tracks = proxy(storedTracks())
subscribe(tracks, () => localStorage.setItem(TRACKS, JSON.stringify(tracks)))

function storedTracks(): { thumbnails: number; cueTrack: number } {
  const { thumbnailHeight, cueLane } = editorLimits
  let stored: { thumbnails?: unknown; cueTrack?: unknown } = {}
  try {
    stored = (JSON.parse(localStorage.getItem(TRACKS) ?? '{}') ?? {}) as typeof stored
  } catch {
    // Nothing that a person would miss: the usual heights.
  }
  const within = (value: unknown, { min, max, usual }: typeof thumbnailHeight | typeof cueLane): number =>
    typeof value === 'number' && value >= min && value <= max ? value : usual
  return { thumbnails: within(stored.thumbnails, thumbnailHeight), cueTrack: within(stored.cueTrack, cueLane) }
}

/** The timeline's foot: dragged, it makes the cue track higher. */
function TrackEdge(): ReactNode {
  const { t } = useTranslation('editor')
  const { cueTrack } = useSnapshot(tracks)
  const begin = useRef<{ y: number; height: number }>(undefined)
  const { min, max } = editorLimits.cueLane
  const set = (height: number): void => {
    tracks.cueTrack = Math.round(clamp(height, min, max))
  }
  return (
    <div
      className="track-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('track_height')}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={cueTrack}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begin.current = { y: event.clientY, height: cueTrack }
      }}
      onPointerMove={(event) => {
        if (begin.current) set(begin.current.height + begin.current.y - event.clientY)
      }}
      onPointerUp={() => {
        begin.current = undefined
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: 4, ArrowDown: -4 }[event.key]
        if (!by || event.altKey || event.shiftKey) return
        event.preventDefault()
        set(cueTrack + by)
      }}
    />
  )
}

/** The marked stretch, over the picture: it moves with the view without a drawing of its own. */
function RangeMark({ scene }: { scene: TimelineScene }): ReactNode {
  const { range } = useSnapshot(useEditor().panels)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!range) return
    return scene.onView((view) => {
      if (!mark.current) return
      mark.current.style.transform = `translateX(${xOf(view, range.from)}px)`
      mark.current.style.width = `${(range.to - range.from) * view.pxPerMs}px`
    })
  }, [scene, range])
  return range ? <div ref={mark} className="range-mark" data-testid="range" /> : null
}

/** What is being read of the video, and what can't be. */
function ReadingMark({ state }: { state: ReadingState }): ReactNode {
  const { t } = useTranslation('editor')
  const { working, faults } = state
  const faulty = readingWorks.find((work) => faults[work])
  const { fault, atMs } = (faulty && faults[faulty]) ?? {}
  return (
    <span className="timeline-state muted">
      {working && (
        <>
          <Progress value={working.share} label={t(`reading_${working.work}`)} />
          {t(`reading_${working.work}`)}
        </>
      )}
      {!working && fault && (
        <span className="ellipsis" title={faultText(t, faulty!, fault, atMs)}>
          {faultText(t, faulty!, fault, atMs)}
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

function DragModeSwitch({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
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

const noOverlay = cueList([])

/** The playhead is no part of the picture: drawn by Pixi it would cost a frame each time it moves. */
function usePlayheadMark(
  head: RefObject<HTMLDivElement | null>,
  scene: TimelineScene | undefined,
  { playhead }: Editor,
): () => void {
  const mark = useRef<PlayheadMark>(undefined)
  return useCallback(() => {
    if (!scene || !head.current) return
    mark.current ??= new PlayheadMark(head.current)
    mark.current.show(playhead.ms, scene.state.view, playhead.pace)
  }, [head, scene, playhead])
}

/** Hands document, focus and selection to the scene, outside React's rendering. */
function useDocument({ session, panels }: Editor, scene: TimelineScene | undefined): void {
  const { roles, overlay, beside } = useSnapshot(panels)
  useEffect(() => {
    scene?.set({ overlay: (overlay ?? beside ?? noOverlay) as CueList })
  }, [scene, overlay, beside])
  const colorOf = useMemo(() => {
    const colors = new Map(
      roles.map((role) => [role.folder_role_id, parseInt(colorOfRole(roles, role).strong.slice(1), 16)]),
    )
    return (cue: Cue) => (cue.roles.length > 0 ? colors.get(cue.roles[0]!) : undefined)
  }, [roles])
  useEffect(() => {
    if (!scene) return
    const { cells } = session
    let shown: readonly unknown[] = []
    const show = (): void => {
      const { list, focus, selection, previewing: isPreview } = cells
      const now = [list, focus, selection, isPreview]
      if (now.every((value, at) => value === shown[at])) return
      shown = now
      const isFaulty = (cue: Cue) => errorsOfCue(cue, list.at((list.index.get(cue.id) ?? 0) - 1)).length > 0
      scene.set({ cues: list, marks: { focus, selection: new Set(selection), isFaulty, colorOf, isPreview } })
    }
    show()
    return subscribe(cells, show)
  }, [scene, session, colorOf])
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
