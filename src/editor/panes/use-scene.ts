import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { errorsOfCue } from '#core/subtitle/cue-errors.ts'
import { clamp } from '#core/timing/rules.ts'
import { useTheme } from '#src/ui/theme.ts'
import type { FollowMode } from '../editor.ts'
import { actions } from '../keys/actions.ts'
import { colorOfRole } from '../role-colors.ts'
import { listenToGestures } from '../timeline/gestures/listen.ts'
import { showMedia } from '../timeline/media-view.ts'
import { darkPalette, lightPalette } from '../timeline/palette.ts'
import { PlayheadMark } from '../timeline/playhead-mark.ts'
import type { TimelineScene, Tracks } from '../timeline/scene.ts'
import { centre, pxPerMsOf, reveal, type View, xOf, zoomTo } from '../timeline/view.ts'
import { useEditor, useRoles } from '../use-editor.ts'

type Scene = TimelineScene | undefined
type Element = RefObject<HTMLDivElement | null>

/** Begins with the whole video in view; from then on the scene is as wide as its element and as high as its tracks. */
export function useSceneSize(
  scene: Scene,
  host: Element,
  { thumbnails, cues, ruler, wave }: Tracks,
  durationMs: number,
) {
  useEffect(() => {
    const element = host.current
    if (scene && element) scene.resize(element.clientWidth, { thumbnails, cues, ruler, wave })
  }, [scene, host, thumbnails, cues, ruler, wave])
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
  }, [scene, host, opened])
}

/** Pictures and sound, colours, and what the panels say about the timeline. */
export function useSceneState(scene: Scene, durationMs: number): void {
  const { analysis, media, panels } = useEditor()
  const { hasSpectrum, waveGain } = useSnapshot(panels)
  const isDark = useTheme() === 'dark'
  const videoMs = media.durationMs
  useEffect(() => (scene ? showMedia(scene, analysis) : undefined), [scene, analysis])
  useEffect(() => scene?.set({ palette: isDark ? darkPalette : lightPalette }), [scene, isDark])
  useEffect(() => scene?.set({ waveGain }), [scene, waveGain])
  useEffect(() => scene?.set({ durationMs, videoMs }), [scene, durationMs, videoMs])
  useEffect(() => {
    // A new view object: what the view lacks is looked for again.
    if (scene) scene.set({ hasSpectrum, view: { ...scene.state.view } })
  }, [scene, hasSpectrum])
}

const noOutlines = cueList([])

/** Hands document, focus and selection to the scene, outside React's rendering. */
export function useDocument(scene: Scene): void {
  const { session, reference } = useEditor()
  const { outlined } = useSnapshot(session.cells)
  const { list } = useSnapshot(reference.cells)
  useEffect(() => scene?.set({ overlay: (outlined ?? list ?? noOutlines) as CueList }), [scene, outlined, list])
  const colorOf = useColors()
  useEffect(() => {
    if (!scene) return
    const { cells } = session
    let shown: readonly unknown[] = []
    const show = (): void => {
      const { list: cues, focus, selection, previewing: isPreview } = cells
      const now = [cues, focus, selection, isPreview]
      if (now.every((value, at) => value === shown[at])) return
      shown = now
      const isFaulty = (cue: Cue) => errorsOfCue(cue, cues.at((cues.index.get(cue.id) ?? 0) - 1)).length > 0
      scene.set({ cues, marks: { focus, selection: new Set(selection), isFaulty, colorOf, isPreview } })
    }
    show()
    return subscribe(cells, show)
  }, [scene, session, colorOf])
}

/** Colours of the speakers; the same function until the speakers change. */
function useColors(): (cue: Cue) => number | undefined {
  const roles = useRoles()
  return useMemo(() => {
    const colors = new Map(
      roles.map((role) => [role.folder_role_id, parseInt(colorOfRole(roles, role).strong.slice(1), 16)]),
    )
    return ({ roles: [first] }) => (first === undefined ? undefined : colors.get(first))
  }, [roles])
}

/** The playhead over the picture, and the view that follows it. Drawn by Pixi it would cost a frame each time it moves. */
export function usePlayhead(scene: Scene, head: Element, durationMs: number): () => void {
  const { playhead, panels } = useEditor()
  const mark = useRef<PlayheadMark>(undefined)
  const show = useCallback(() => {
    if (!scene || !head.current) return
    mark.current ??= new PlayheadMark(head.current)
    mark.current.show(playhead.ms, scene.state.view, playhead.pace)
  }, [head, scene, playhead])
  useEffect(() => {
    if (!scene) return
    return playhead.on((ms) => {
      const { view } = scene.state
      const next = playhead.isPlaying ? followed(view, ms, durationMs, panels.follow) : view
      if (next !== view) scene.set({ view: next })
      show()
    })
  }, [scene, playhead, panels, durationMs, show])
  return show
}

function followed(view: View, ms: number, durationMs: number, mode: FollowMode): View {
  if (mode === 'off') return view
  return mode === 'centre' ? centre(view, ms, durationMs) : reveal(view, ms, durationMs)
}

/** Shows the span and zoom that were asked for, with the playhead kept where it is. */
export function useScale(scene: Scene, durationMs: number, setView: (view: View) => void): void {
  const { playhead, panels } = useEditor()
  useEffect(() => {
    if (!scene) return
    return subscribeKey(
      panels,
      'scale',
      ({ span, zoom }) => {
        const { view } = scene.state
        const x = clamp(xOf(view, playhead.ms), 0, view.width)
        setView(zoomTo(view, pxPerMsOf(span, zoom, durationMs), x, durationMs))
      },
      true,
    )
  }, [scene, panels, playhead, durationMs, setView])
}

/** Pointer and wheel on the timeline. */
export function useGestures(
  scene: Scene,
  host: Element,
  guide: Element,
  durationMs: number,
  setView: (view: View) => void,
): void {
  const editor = useEditor()
  useEffect(() => {
    const element = host.current
    if (!scene || !element) return
    const { session, playhead, panels } = editor
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
        panels.range = range && { start: Math.round(range.start), end: Math.round(range.end) }
      },
      openMenu: (id, left, top) => editor.openLineMenu(id, left, top),
      scaleWave: (steps) => editor.scaleWave(steps),
      editText: () => void actions.edit_text(editor),
    })
  }, [scene, host, guide, editor, setView, durationMs])
}
