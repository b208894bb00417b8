/** The editor's timeline with all its layers, and the gestures that move it. */
import type { ComponentProps, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { Peaks } from '#core/media/peaks.ts'
import { type Cue, shifted } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { EditorLoop } from '#src/editor/model/loop.ts'
import { EditorSession } from '#src/editor/model/session.ts'
import { listenToGestures, Timeline, type TimelineScene, xOf, zoomTo } from '#src/editor/timeline/index.ts'
import { outlinesOf } from '#src/editor/model/document/cues-in-time.ts'
import { buckets, type Driver, DURATION_MS, host, WIDTH, zoomFactor } from './hour.ts'

type Renderer = ComponentProps<typeof Timeline>['renderer']

const PICTURES = 50
const SPEAKERS = [
  { strong: 0x4c90f0, body: 0x2b4a78 },
  { strong: 0x32a467, body: 0x22503f },
  { strong: 0xec9a3c, body: 0x5c3a20 },
]
/** The reference version, drawn as outlines, is a little later. */
const BESIDE_MS = 120

const isFaulty = ({ id }: Cue): boolean => id.endsWith('77')
const colorOf = ({ start }: Cue): (typeof SPEAKERS)[number] | undefined => SPEAKERS[start % SPEAKERS.length]

/** Peaks and pictures are ready: only the timeline is measured. */
export async function ours(cues: readonly Cue[], viewMs: number, renderer?: Renderer): Promise<() => Promise<Driver>> {
  const peaks = new Peaks(DURATION_MS)
  peaks.fill(0, buckets())
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => picture(at)))
  return () => open(cues, viewMs, peaks, pictures, renderer)
}

async function open(
  cues: readonly Cue[],
  viewMs: number,
  peaks: Peaks,
  pictures: readonly ImageBitmap[],
  renderer: Renderer,
): Promise<Driver> {
  const session = new EditorSession({
    cues,
    loop: new EditorLoop(),
    durationMs: DURATION_MS,
    rate: { num: 25, den: 1 },
    clock: { ms: 0 },
    profile: { limits: limitsOf(profiles.cuelane) },
    analysis: { shotChanges: [], speech: [] },
    follow: () => [],
    onRefusal: () => undefined,
  })
  const scene = await new Promise<TimelineScene>((resolve) => {
    const App = (): ReactNode => <Timeline onScene={resolve} {...(renderer && { renderer })} />
    createRoot(host()).render(<App />)
  })
  scene.resize({ ...scene.state.view, width: WIDTH })
  const show = (): void =>
    scene.set({
      cues: session.cells.list,
      marks: {
        focus: session.cells.focus,
        playing: undefined,
        selection: new Set(session.cells.selection),
        isFaulty,
        severityOf: () => undefined,
        isFlagged: () => false,
        version: 0,
        colorOf,
        isPreview: session.cells.previewing,
      },
    })
  scene.thumbnails.reset(pictures.length)
  for (const [at, image] of pictures.entries()) scene.thumbnails.put(at, image)
  scene.set({
    durationMs: DURATION_MS,
    videoMs: DURATION_MS,
    peaks,
    view: { startMs: 0, pxPerMs: WIDTH / viewMs, width: WIDTH },
    overlay: outlinesOf(cueList(cues.map((cue) => shifted(cue, BESIDE_MS)))),
    videoMarks: {
      shotChanges: Array.from({ length: 900 }, (_, at) => at * 4000),
      speech: Array.from({ length: 1000 }, (_, at) => ({ start: at * 3600, end: at * 3600 + 2000 })),
    },
  })
  show()
  const preview = session.preview.bind(session)
  session.preview = (patch) => {
    preview(patch)
    show()
  }
  session.onChange(show)
  listenToGestures({
    element: host(),
    session,
    view: () => scene.state.view,
    setView: (view) => scene.set({ view }),
    byHand: (work) => work(),
    tracks: () => scene.state.tracks,
    durationMs: () => DURATION_MS,
    seek: () => undefined,
    scrub: () => undefined,
    showEdge: () => undefined,
    showGuide: () => undefined,
    showRange: () => undefined,
    openMenu: () => undefined,
    openShotMenu: () => undefined,
    erase: () => undefined,
    scaleWave: () => undefined,
    editText: () => undefined,
  })
  return {
    zoom: (step) => {
      const { view } = scene.state
      scene.set({ view: zoomTo(view, view.pxPerMs * zoomFactor(step), WIDTH / 2, DURATION_MS) })
    },
    edge: () => {
      const box = host().getBoundingClientRect()
      const { cues } = session.list
      const cue = cues.find(({ end }) => xOf(scene.state.view, end) > 300)!
      return { x: box.left + xOf(scene.state.view, cue.end) - 2, y: box.top + 200 }
    },
  }
}

function picture(at: number): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(124, 70)
  const context = canvas.getContext('2d')!
  context.fillStyle = `hsl(${at * 37} 40% 40%)`
  context.fillRect(0, 0, 124, 70)
  return createImageBitmap(canvas)
}
