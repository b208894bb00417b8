import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { shotChangeNear } from '#core/timing/shot-edits.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { errorsOfCue } from '#core/subtitle/cue/cue-errors.ts'
import { clamp } from '#core/timing/rules.ts'
import { useTheme } from '#src/ui/theme.ts'
import { delays } from '../../model/options.ts'
import { removeSelected } from '../../model/document/commands.ts'
import { colorPlace } from '../../parts/role-colors.ts'
import {
  type DrawnView,
  GuideMark,
  keepInside,
  listenToGestures,
  paletteOf,
  PlayheadMark,
  pxPerMsOf,
  reveal,
  scaleOf,
  showMedia,
  type SpeakerColors,
  type TimelineScene,
  type Tracks,
  type View,
  ViewFollower,
  xOf,
  zoomTo,
} from '../../timeline/index.ts'
import { outlinesOf } from '../../model/document/cues-in-time.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useNotation, useRoles } from '../../context/use-editor.ts'
import { dubPlanOf } from '../dub/dub-plan.ts'
import { edgesOf } from './edge-preview.ts'
import { qualityOf } from '../quality/quality.ts'
import { scrubTo } from '../sound/scrub-sound.ts'
import { scaleWave } from './scale.ts'

/** Distance within which the pointer affects a shot change. */
const SHOT_REACH_PX = 6

type Scene = TimelineScene | undefined
type Element = RefObject<HTMLDivElement | null>

/**
 * Starts with the scale and position of the last visit, then fits the scene to the element's width, its tracks and the
 * pixel density. A resized view keeps its time range.
 */
export function useSceneSize(
  scene: Scene,
  host: Element,
  { thumbnails, cues, ruler, wave, voices }: Tracks,
  durationMs: number,
  showPlayhead: () => void,
) {
  const editor = useEditor()
  const tracks = useMemo(() => ({ thumbnails, cues, ruler, wave, voices }), [thumbnails, cues, ruler, wave, voices])
  const [opened] = useState(durationMs)
  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    const { panels } = editor
    const fit = (): void => {
      const width = element.clientWidth
      const { startMs } = scene.state.view
      const view = { startMs, width, pxPerMs: pxPerMsOf(panels.scale, width, scene.state.durationMs || opened) }
      scene.resize(keepInside(view, scene.state.durationMs || opened))
      showPlayhead()
    }
    scene.set({ view: { ...scene.state.view, startMs: editor.timelineStartMs ?? 0 } })
    fit()
    if (editor.timelineStartMs === undefined) scene.set({ view: reveal(scene.state.view, editor.playhead.ms, opened) })
    // Ignores the observer's initial call, which would draw the timeline twice.
    const observer = new ResizeObserver(() => element.clientWidth !== scene.state.view.width && fit())
    observer.observe(element)
    const stopDensity = onDensity(fit)
    const stopView = scene.onView(({ startMs }) => {
      editor.timelineStartMs = startMs
    })
    const stopDraws = scene.onDraw(() => {
      const { startMs, pxPerMs } = scene.state.view
      element.dataset['view'] = JSON.stringify({ startMs, pxPerMs, frames: scene.frames } satisfies DrawnView)
    })
    return () => {
      observer.disconnect()
      stopDensity()
      stopView()
      stopDraws()
    }
  }, [scene, host, opened, editor, showPlayhead])
  useEffect(() => scene?.resize(scene.state.view, tracks), [scene, tracks])
}

/** Notifies when the pixel density changes; returns a function that ends that. */
function onDensity(listener: () => void): () => void {
  const control = new AbortController()
  const watch = (): void => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const changed = (): void => {
      listener()
      watch()
    }
    query.addEventListener('change', changed, { once: true, signal: control.signal })
  }
  watch()
  return () => control.abort()
}

/** Passes pictures, sound, colours and the state of the panels to the scene. */
export function useSceneState(scene: Scene, durationMs: number): void {
  const { analysis, media, panels, secondSound } = useEditor()
  const notation = useNotation()
  const { hasSpectrum, waveGain } = useSnapshot(panels)
  const theme = useTheme()
  const videoMs = media.durationMs
  useEffect(() => (scene ? showMedia(scene, analysis) : undefined), [scene, analysis])
  useEffect(() => {
    if (!scene) return
    const show = (): void => scene.set({ second: secondSound.wave })
    show()
    return secondSound.onChange(show)
  }, [scene, secondSound])
  useEffect(() => () => secondSound.hide(), [secondSound])
  useEffect(() => scene?.set({ palette: paletteOf(theme) }), [scene, theme])
  useEffect(() => scene?.set({ notation }), [scene, notation])
  useEffect(() => scene?.set({ language: media.language }), [scene, media])
  useEffect(() => {
    if (!scene) return
    if (waveGain !== undefined) return scene.set({ waveGain })
    scene.set({ waveGain: analysis.gain })
    return analysis.subscribe({ onGain: (gain) => scene.set({ waveGain: gain }) })
  }, [scene, analysis, waveGain])
  useEffect(() => scene?.set({ durationMs, videoMs }), [scene, durationMs, videoMs])
  useEffect(() => {
    // A new view object triggers a new search for missing data.
    if (scene) scene.set({ hasSpectrum, view: { ...scene.state.view } })
  }, [scene, hasSpectrum])
}

/** Passes the voices of a dub to the scene while they are shown. */
export function useVoices(scene: Scene): void {
  const editor = useEditor()
  const { hasVoices } = useSnapshot(editor.panels)
  useEffect(() => {
    if (!scene || !hasVoices) return
    const plan = dubPlanOf(editor)
    const show = (): void => scene.set({ voices: plan.places() })
    const stop = plan.subscribe(show)
    show()
    return () => {
      stop()
      scene.set({ voices: [] })
    }
  }, [scene, editor, hasVoices])
}

const noLines = cueList([])

/** Passes document, focus and selection to the scene, outside React's rendering. */
export function useDocument(scene: Scene): void {
  const editor = useEditor()
  const { session, reference, following } = editor
  const quality = qualityOf(editor)
  const outlined = useCell(session.cells, 'outlined')
  const { list } = useSnapshot(reference.cells)
  useEffect(() => {
    const overlay = outlinesOf((outlined ?? list ?? noLines) as CueList)
    scene?.set({ overlay, isOverlayPlanned: outlined !== undefined })
  }, [scene, outlined, list])
  const colorOf = useColors()
  useEffect(() => {
    if (!scene) return
    const { cells } = session
    let shown: readonly unknown[] = []
    let version = 0
    let chosen: { readonly ids: readonly string[]; readonly set: ReadonlySet<string> } = { ids: [], set: new Set() }
    const severityOf = ({ id }: Cue) => quality.severityOf(id)
    const isFlagged = ({ id }: Cue) => quality.flags.has(id)
    const show = (): void => {
      const { list: cues, focus, selection, previewing: isPreview } = cells
      const playing = following.line()
      const now = [cues, focus, selection, isPreview, playing, quality.version()]
      if (now.every((value, at) => value === shown[at])) return
      const [lastCues, , , wasPreview, , lastFindings] = shown
      // The same cues with new findings, which arrived after the edit or without one.
      if (cues === lastCues && !wasPreview && quality.version() !== lastFindings) version++
      shown = now
      const isFaulty = (cue: Cue) => errorsOfCue(cue, cues.at((cues.index.get(cue.id) ?? 0) - 1)).length > 0
      if (chosen.ids !== selection) chosen = { ids: selection, set: new Set(selection) }
      const marks = {
        focus,
        playing,
        selection: chosen.set,
        isFaulty,
        severityOf,
        isFlagged,
        version,
        colorOf,
        isPreview,
      }
      scene.set({ cues, marks })
    }
    show()
    const stops = [subscribe(cells, show), following.subscribe(show), quality.subscribe(show)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scene, session, following, quality, colorOf])
}

/** Colours of the speakers; the same function until speakers or theme change. */
function useColors(): (cue: Cue) => SpeakerColors | undefined {
  const roles = useRoles()
  const theme = useTheme()
  return useMemo(() => {
    const palette = paletteOf(theme)
    const colors = new Map(roles.map((role) => [role.folder_role_id, palette.roles[colorPlace(roles, role)]]))
    return ({ roles: [first] }) => (first === undefined ? undefined : colors.get(first))
  }, [roles, theme])
}

/** Positions the playhead above the picture: drawn by Pixi, each move would cost a frame. */
export function usePlayhead(scene: Scene, head: Element): () => void {
  const { playhead } = useEditor()
  const mark = useRef<PlayheadMark>(undefined)
  const show = useCallback(() => {
    if (!scene || !head.current) return
    mark.current ??= new PlayheadMark(head.current)
    mark.current.show(playhead.ms, scene.state.view, playhead.pace)
  }, [head, scene, playhead])
  return show
}

/** Shows the guide at a snapped edge, and hides it. */
export function useGuide(scene: Scene, guide: Element): (ms: number | undefined) => void {
  const mark = useRef<GuideMark>(undefined)
  useEffect(() => {
    if (!scene || !guide.current) return
    const shown = new GuideMark(guide.current)
    mark.current = shown
    return scene.onView((view) => shown.place(view))
  }, [scene, guide])
  return useCallback((ms) => scene && mark.current?.show(ms, scene.state.view), [scene])
}

/** The view follows the playhead and the focused line. */
export function useFollowing(
  scene: Scene,
  durationMs: number,
  setView: (view: View) => void,
  showPlayhead: () => void,
): ViewFollower | undefined {
  const { playhead, panels, session } = useEditor()
  const follower = useMemo(
    () =>
      scene &&
      new ViewFollower(
        {
          view: () => scene.state.view,
          setView,
          durationMs: () => durationMs,
          mode: () => panels.follow,
          isPlaying: () => playhead.isPlaying,
        },
        playhead.ms,
      ),
    [scene, playhead, panels, durationMs, setView],
  )
  useEffect(() => {
    if (!follower) return
    const stops = [
      playhead.on((ms) => {
        const isCarried = follower.follow(ms)
        if (!isCarried) showPlayhead()
        // A view that moves with the playhead is drawn in each frame.
        return isCarried && panels.follow === 'centre'
      }),
      playhead.onState(() => {
        if (playhead.isPlaying) follower.began()
      }),
      session.onArrival((id) => {
        const cue = session.list.at(session.list.index.get(id) ?? -1)
        if (cue) follower.show(cue)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [follower, playhead, panels, session, showPlayhead])
  return follower
}

/** Applies a requested span and zoom around the playhead, and stores those that the wheel changes. */
export function useScale(scene: Scene, durationMs: number, setView: (view: View) => void): void {
  const { playhead, panels } = useEditor()
  useEffect(() => {
    if (!scene) return
    const pxPerMs = (): number => pxPerMsOf(panels.scale, scene.state.view.width, durationMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = [
      subscribeKey(
        panels,
        'scale',
        () => {
          clearTimeout(timer)
          const { view } = scene.state
          if (isNear(view.pxPerMs, pxPerMs())) return
          const x = clamp(xOf(view, playhead.ms), 0, view.width)
          setView(zoomTo(view, pxPerMs(), x, durationMs))
        },
        true,
      ),
      scene.onView((view) => {
        clearTimeout(timer)
        if (isNear(view.pxPerMs, pxPerMs())) return
        timer = setTimeout(() => {
          panels.scale = scaleOf(scene.state.view, durationMs, panels.scale.span)
        }, delays.scale)
      }),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scene, panels, playhead, durationMs, setView])
}

/** Equal up to rounding. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * b

/** Pointer and wheel on the timeline. */
export function useGestures(
  scene: Scene,
  host: Element,
  durationMs: number,
  setView: (view: View) => void,
  follower: ViewFollower | undefined,
  showGuide: (ms: number | undefined) => void,
): void {
  const editor = useEditor()
  useEffect(() => {
    const element = host.current
    if (!scene || !element || !follower) return
    const { session, playhead, panels } = editor
    const edges = edgesOf(editor)
    return listenToGestures({
      element,
      session,
      view: () => scene.state.view,
      setView: (view) => {
        setView(view)
        follower.moved(view)
      },
      byHand: (work) => follower.byHand(work),
      tracks: () => scene.state.tracks,
      durationMs: () => durationMs,
      seek: (ms) => playhead.seek(ms),
      scrub: (ms) => scrubTo(editor, ms),
      showEdge: (moved) => (moved ? edges.show(moved.edge, moved.ms) : edges.hide()),
      showGuide,
      showRange: (range) => {
        panels.range = range && { start: Math.round(range.start), end: Math.round(range.end) }
      },
      openMenu: (id, left, top) => editor.openLineMenu(id, left, top),
      openShotMenu: (ms, left, top) => {
        const mark = shotChangeNear(editor.analysis.shotChanges, ms, SHOT_REACH_PX / scene.state.view.pxPerMs)
        panels.shotMenu = { left, top, ms, mark }
      },
      erase: (id) => {
        session.focus(id)
        session.run(removeSelected)
      },
      scaleWave: (steps) => scaleWave(editor, steps),
      editText: () => void editor.run('edit_text'),
    })
  }, [scene, host, editor, setView, durationMs, follower, showGuide])
}
