import { Button, ButtonGroup, HTMLSelect, SegmentedControl } from '@blueprintjs/core'
import { Pause, Play, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Video } from '#core/contract/library.ts'
import { playbackSpeeds, timelineLimits } from '#core/domain/limits.ts'
import type { MediaFault } from '#core/media/fault.ts'
import type { SpeechInterval } from '#core/timing/gaps.ts'
import { errorsOfLine } from '#core/subtitle/line-errors.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { dragModes } from '#core/timing/grips.ts'
import { clamp } from '#core/timing/rules.ts'
import type { FilmState, FilmWork } from '#src/media/film.ts'
import type { MediaSource } from '#src/media/media.ts'
import { useTheme } from '#src/ui/theme.ts'
import { Progress } from '#src/ui/Progress.tsx'
import type { Playhead } from '../playhead.ts'
import type { EditorSession } from '../session.ts'
import { listenToGestures } from '../timeline/gestures.ts'
import { darkPalette, lightPalette } from '../timeline/palette.ts'
import { defaultLanes, lanesHeight, type TimelineScene } from '../timeline/scene.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { pxPerMsOf, reveal, type Span, spans, type View, xOf, zoomTo } from '../timeline/view.ts'
import type { Quality } from '../quality.ts'
import { useFilm } from '../use-film.ts'

interface Props {
  session: EditorSession
  playhead: Playhead
  video: HTMLVideoElement
  film: Video
  source: MediaSource | undefined
  durationMs: number
  quality: Quality
  /** Lets the keys zoom. */
  zoomRef: { current: (steps: number) => void }
}

export function TimelinePane(props: Props): ReactNode {
  const { session, playhead, video, source, durationMs, quality, zoomRef } = props
  const { t } = useTranslation('editor')
  const theme = useTheme()
  const host = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const guide = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<TimelineScene>()
  const [span, setSpan] = useState<Span>('whole')
  const [zoom, setZoom] = useState(1)
  const findings = useMemo(
    () => ({
      onShots: (cuts: readonly number[]) => {
        session.cuts = cuts
        quality.setCuts(cuts)
      },
      onSpeech: (speech: readonly SpeechInterval[]) => {
        session.speech = speech
      },
    }),
    [session, quality],
  )
  const playheadMs = useCallback(() => playhead.ms, [playhead])
  const film = useFilm(props.film, source, scene, playheadMs, findings)

  const setView = useCallback(
    (view: View) => {
      scene?.set({ view })
      movePlayhead(scene, head.current, playhead.ms)
    },
    [scene, playhead],
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
    zoomRef.current = (steps) => {
      const { minZoom, maxZoom, zoomStep } = timelineLimits
      showScale(span, Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10)
    }
  }, [zoomRef, showScale, span, zoom])

  useEffect(() => scene?.set({ palette: theme === 'dark' ? darkPalette : lightPalette }), [scene, theme])

  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    scene.resize(element.clientWidth)
    scene.set({
      durationMs,
      view: { startMs: 0, width: element.clientWidth, pxPerMs: pxPerMsOf('whole', 1, durationMs) },
    })
    const observer = new ResizeObserver(() => scene.resize(element.clientWidth))
    observer.observe(element)
    // For end-to-end tests, which aim at cues by time.
    Object.assign(element, { timeToX: (ms: number) => xOf(scene.state.view, ms), frames: () => scene.frames })
    return () => observer.disconnect()
  }, [scene, durationMs])

  useDocument(session, scene)

  useEffect(() => {
    if (!scene) return
    return playhead.on((ms) => {
      session.playheadMs = ms
      const { view } = scene.state
      const next = video.paused ? view : reveal(view, ms, durationMs)
      if (next !== view) scene.set({ view: next })
      movePlayhead(scene, head.current, ms)
    })
  }, [scene, playhead, session, video, durationMs])

  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    return listenToGestures({
      element,
      session,
      view: () => scene.state.view,
      setView,
      lanes: () => scene.state.lanes,
      durationMs: () => durationMs,
      seek: (ms) => playhead.seek(ms),
      showGuide: (ms) => {
        if (!guide.current) return
        guide.current.hidden = ms === undefined
        if (ms !== undefined) guide.current.style.transform = `translateX(${xOf(scene.state.view, ms)}px)`
      },
    })
  }, [scene, session, setView, playhead, durationMs])

  return (
    <section className="timeline" aria-label={t('timeline')}>
      <div className="timeline-bar">
        <PlayButton video={video} playhead={playhead} />
        <Clock playhead={playhead} durationMs={durationMs} />
        <HTMLSelect
          minimal
          aria-label={t('speed')}
          defaultValue={1}
          onChange={(event) => {
            video.playbackRate = Number(event.currentTarget.value)
          }}
          options={playbackSpeeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
        />
        <FilmMark state={film} />
        <DragModeSwitch session={session} />
        <HTMLSelect
          minimal
          aria-label={t('span')}
          value={span}
          onChange={(event) => showScale(event.currentTarget.value as Span, zoom)}
          options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
        />
        <ButtonGroup variant="minimal">
          <Button
            icon={<ZoomOut />}
            title={t('zoom_out')}
            aria-label={t('zoom_out')}
            onClick={() => zoomRef.current(-1)}
          />
          <span className="zoom">{zoom.toFixed(1)}</span>
          <Button icon={<ZoomIn />} title={t('zoom_in')} aria-label={t('zoom_in')} onClick={() => zoomRef.current(1)} />
        </ButtonGroup>
      </div>
      <div
        ref={host}
        className="timeline-canvas"
        style={{ height: lanesHeight(defaultLanes) }}
        data-testid="timeline"
        data-film={film.isDone ? 'done' : 'reading'}
        tabIndex={0}
      >
        <Timeline onScene={setScene} />
        <div ref={guide} className="guide" hidden />
        <div ref={head} className="playhead" />
      </div>
    </section>
  )
}

/** What is being read of the film, and what can't be. */
function FilmMark({ state }: { state: FilmState }): ReactNode {
  const { t } = useTranslation('editor')
  const { working, faults } = state
  const faulty = filmWorks.find((work) => faults[work])
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
const filmWorks: readonly FilmWork[] = ['sound', 'pictures', 'shots']

function faultText(t: TFunction<'editor'>, work: FilmWork, fault: MediaFault, atMs: number | undefined): string {
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

/** Hands document, focus and selection to the scene, outside React's rendering. */
function useDocument(session: EditorSession, scene: TimelineScene | undefined): void {
  const { list, focus, selection } = useSnapshot(session.cells)
  useEffect(() => {
    const { index, cues } = list
    scene?.set({
      cues,
      marks: {
        focus,
        selection: new Set(selection),
        isFaulty: (cue) => errorsOfLine(cue, cues[(index.get(cue.id) ?? 0) - 1]).length > 0,
      },
    })
  }, [scene, list, focus, selection])
}

/** The playhead is no part of the picture: drawn by Pixi it would cost a frame each time it moves. */
function movePlayhead(scene: TimelineScene | undefined, element: HTMLElement | null, ms: number): void {
  if (!scene || !element) return
  const x = xOf(scene.state.view, ms)
  element.style.transform = `translateX(${x}px)`
  element.hidden = x < 0 || x > scene.state.view.width
}

function PlayButton({ video, playhead }: { video: HTMLVideoElement; playhead: Playhead }): ReactNode {
  const { t } = useTranslation('editor')
  const [paused, setPaused] = useState(video.paused)
  useEffect(() => {
    const read = (): void => setPaused(video.paused)
    const names = ['play', 'pause', 'ended'] as const
    for (const name of names) video.addEventListener(name, read)
    return () => {
      for (const name of names) video.removeEventListener(name, read)
    }
  }, [video])
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

function Clock({ playhead, durationMs }: { playhead: Playhead; durationMs: number }): ReactNode {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      playhead.on((ms) => {
        if (text.current) text.current.textContent = `${formatTimecode(ms)} / ${formatTimecode(durationMs)}`
      }),
    [playhead, durationMs],
  )
  return <span ref={text} className="clock" data-testid="clock" />
}
