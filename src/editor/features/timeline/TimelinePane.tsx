import './TimelinePane.css'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { editorLimits } from '#core/domain/limits.ts'
import { clamp } from '#core/timing/rules.ts'
import { delays } from '../../model/options.ts'
import { EdgeFrames } from './EdgeFrames.tsx'
import { Minimap } from './Minimap.tsx'
import { VoicesSummary } from '../dub/VoicesSummary.tsx'
import { MixStrip } from '../mix/MixStrip.tsx'
import { SecondSoundName } from './SecondSoundMenu.tsx'
import { TimelineBar } from './TimelineBar.tsx'
import { TimelinePeople } from '../people/TimelinePeople.tsx'
import { trackHeights, withHeights } from './track-heights.ts'
import {
  useDocument,
  useFollowing,
  useGestures,
  useGuide,
  usePlayhead,
  useScale,
  useSceneSize,
  useSceneState,
  useVoices,
} from './use-scene.ts'
import { Timeline, type TimelineScene, tracksHeight, type View, xOf } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'
import { peopleOf } from '../people/people.ts'

/** The timeline: pictures, sound, cues and the playhead. */
export function TimelinePane({ onDrawn }: { onDrawn: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { analysis, media, panels } = editor
  const people = peopleOf(editor)
  const [scene, setScene] = useState<TimelineScene>()
  const host = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const guide = useRef<HTMLDivElement>(null)
  const durationMs = useDuration()
  const { isDone } = useSyncExternalStore(analysis.onState, analysis.state)
  const { hasVoices } = useSnapshot(panels)
  const tracks = withHeights(useSnapshot(trackHeights), { hasPicture: media.hasPicture, hasVoices })

  useDrawn(scene, onDrawn)
  const showPlayhead = usePlayhead(scene, head)
  useSceneSize(scene, host, tracks, durationMs, showPlayhead)
  useSceneState(scene, durationMs)
  useDocument(scene)
  useVoices(scene)
  const setView = useCallback(
    (view: View) => {
      scene?.set({ view })
      showPlayhead()
    },
    [scene, showPlayhead],
  )
  useScale(scene, durationMs, setView)
  const follower = useFollowing(scene, durationMs, setView, showPlayhead)
  const showGuide = useGuide(scene, guide)
  useGestures(scene, host, durationMs, setView, follower, showGuide)
  const lookAt = useCallback(
    (view: View) => {
      setView(view)
      follower?.moved(view)
    },
    [setView, follower],
  )

  return (
    <section className="timeline toasts-above" aria-label={t('timeline')} data-tour="timeline">
      <TimelineBar />
      {/* A placeholder before the scene: otherwise the list would shrink later and hide the focused row. */}
      {scene ? <Minimap scene={scene} durationMs={durationMs} onView={lookAt} /> : <div className="minimap" />}
      {scene && media.hasPicture && <EdgeFrames scene={scene} />}
      <div
        ref={host}
        className="timeline-canvas"
        style={{ height: tracksHeight(tracks) }}
        data-testid="timeline"
        data-video={isDone ? 'done' : 'reading'}
        tabIndex={0}
      >
        <Timeline onScene={setScene} />
        {scene && <RangeMark scene={scene} />}
        {scene && media.durationMs > 0 && durationMs > media.durationMs && <VideoEnd scene={scene} />}
        <SecondSoundName top={tracks.ruler + tracks.thumbnails + tracks.wave / 2} />
        {hasVoices && <VoicesSummary top={tracksHeight(tracks) - tracks.voices} />}
        {scene && people && <TimelinePeople people={people} scene={scene} />}
        <div ref={guide} className="snap-guide" data-testid="snap-guide" />
        <div ref={head} className="playhead" />
      </div>
      <TrackEdge />
      {hasVoices && <MixStrip />}
    </section>
  )
}

/** Notifies once the timeline is drawn, or fails to start. */
function useDrawn(scene: TimelineScene | undefined, onDrawn: () => void): void {
  useEffect(() => {
    if (!scene) {
      const timer = setTimeout(onDrawn, delays.drawn)
      return () => clearTimeout(timer)
    }
    // A scene draws in the next frame.
    const frame = requestAnimationFrame(() => setTimeout(onDrawn))
    return () => cancelAnimationFrame(frame)
  }, [scene, onDrawn])
}

/** End of the timeline: that of the video, or of lines beyond it. */
function useDuration(): number {
  const { session, media } = useEditor()
  const [end, setEnd] = useState(() => session.list.cues.reduce((last, cue) => Math.max(last, cue.end), 0))
  useEffect(
    () =>
      session.onChange(({ patch }) => {
        const last = patch.reduce((most, { to }) => Math.max(most, to?.end ?? 0), 0)
        setEnd((before) => Math.max(before, last))
      }),
    [session],
  )
  const beyond = end > media.durationMs ? end + BEYOND_MS : 0
  return Math.max(media.durationMs, beyond) || SHORTEST_MS
}

/** Space after the last line without a video, and length of an empty timeline. */
const BEYOND_MS = 10_000
const SHORTEST_MS = 60_000

/** The timeline's lower edge, which the user drags to change the height of the cue track. */
function TrackEdge(): ReactNode {
  const { t } = useTranslation('editor')
  const { cues } = useSnapshot(trackHeights)
  const begin = useRef<{ y: number; height: number }>(undefined)
  const { min, max } = editorLimits.cueTrack
  const set = (height: number): void => {
    trackHeights.cues = Math.round(clamp(height, min, max))
  }
  return (
    <div
      className="track-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('track_height')}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={cues}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begin.current = { y: event.clientY, height: cues }
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
        set(cues + by)
      }}
    />
  )
}

/** Covers everything after the end of the video, if lines exceed it. */
function VideoEnd({ scene }: { scene: TimelineScene }): ReactNode {
  const { t } = useTranslation('editor')
  const { media } = useEditor()
  const mark = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      scene.onView((view) => {
        const x = xOf(view, media.durationMs)
        if (!mark.current) return
        const isOut = x >= view.width
        if (mark.current.hidden !== isOut) mark.current.hidden = isOut
        if (isOut) return
        mark.current.style.transform = `translateX(${Math.max(0, x)}px)`
        mark.current.style.width = `${Math.max(0, view.width - Math.max(0, x))}px`
      }),
    [scene, media],
  )
  return (
    <div ref={mark} className="video-end" data-testid="video-end">
      <span>{t('video_end')}</span>
    </div>
  )
}

/** The marked range, as an element: it moves with the view without a redraw. */
function RangeMark({ scene }: { scene: TimelineScene }): ReactNode {
  const { range } = useSnapshot(useEditor().panels)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!range) return
    return scene.onView((view) => {
      if (!mark.current) return
      mark.current.style.transform = `translateX(${xOf(view, range.start)}px)`
      mark.current.style.width = `${(range.end - range.start) * view.pxPerMs}px`
    })
  }, [scene, range])
  return range ? <div ref={mark} className="range-mark" data-testid="range" /> : null
}
