import type { MediaAnalysis } from '../media/analysis.ts'
import type { TimelineScene } from './scene.ts'
import { SPECTRUM_HEIGHT, SPECTRUM_TILE_MS, SPECTRUM_WIDTH } from './spectrum-layer.ts'
import type { View } from './view.ts'

/** Feeds the timeline with pictures and sound, and decodes what a view lacks; returns a function that ends that. */
export function showMedia(scene: TimelineScene, analysis: MediaAnalysis): () => void {
  scene.thumbnails.onForget = (ms) => analysis.forgetPicture(ms)
  const stopAnalysis = analysis.subscribe({
    onPeaks: (peaks) => scene.set({ peaks }),
    onSound: () => scene.invalidate(),
    onStrip: (count) => {
      scene.thumbnails.reset(count)
      scene.invalidate()
    },
    onPicture: (index, image) => {
      scene.thumbnails.put(index, image)
      scene.invalidate()
    },
    onFinePicture: (ms, image) => {
      scene.thumbnails.putFine(ms, image)
      scene.invalidate()
    },
    onSpectrum: (tile, grey) => {
      scene.spectrum.put(tile, grey)
      scene.invalidate()
    },
    onShotChanges: (shotChanges) => scene.set({ videoMarks: { ...scene.state.videoMarks, shotChanges } }),
    onSpeech: (speech) => scene.set({ videoMarks: { ...scene.state.videoMarks, speech } }),
  })
  // The opening view loads no decoder: exact data follows when the user zooms or pans.
  const opening = scene.state.view
  let hasMoved = false
  const rest = new Rest(() => look(scene, analysis, scene.state.view))
  const stopLooking = scene.onView((view) => {
    hasMoved ||= view.startMs !== opening.startMs || view.pxPerMs !== opening.pxPerMs || scene.state.hasSpectrum
    if (hasMoved) {
      if (rest.moved()) analysis.lookAway()
    } else if (analysis.state().isDone) glance(scene, analysis, view)
  })
  // Stored results are shown before anything is decoded.
  const stopState = analysis.subscribe({
    onState: ({ isDone }) => {
      if (isDone && !hasMoved) glance(scene, analysis, scene.state.view)
    },
  })
  return () => {
    rest.end()
    stopLooking()
    stopState()
    stopAnalysis()
  }
}

/** A view is decoded only after this pause, since views that scroll by are not worth it. */
const PAUSE_MS = 120

/** Notifies when movement stops. One timer serves many moves: it checks again if more have come. */
class Rest {
  private readonly onRest: () => void
  private timer: ReturnType<typeof setTimeout> | undefined
  private movedAt = 0

  constructor(onRest: () => void) {
    this.onRest = onRest
  }

  /** True for the first move after a pause. */
  moved(): boolean {
    this.movedAt = performance.now()
    if (this.timer !== undefined) return false
    this.timer = setTimeout(this.check, PAUSE_MS)
    return true
  }

  private readonly check = (): void => {
    const left = this.movedAt + PAUSE_MS - performance.now()
    this.timer = left > 1 ? setTimeout(this.check, left) : undefined
    if (this.timer === undefined) this.onRest()
  }

  end(): void {
    clearTimeout(this.timer)
  }
}

function glance(scene: TimelineScene, analysis: MediaAnalysis, view: View): void {
  analysis.glance(scene.thumbnails.missing(view, scene.state.videoMs, scene.state.tracks.thumbnails))
}

function look(scene: TimelineScene, analysis: MediaAnalysis, view: View): void {
  const { videoMs, tracks, hasSpectrum, peaks } = scene.state
  const toMs = view.startMs + view.width / view.pxPerMs
  const spectrum = {
    tiles: hasSpectrum && peaks ? scene.spectrum.missing(view, videoMs) : [],
    tileMs: SPECTRUM_TILE_MS,
    width: SPECTRUM_WIDTH,
    height: SPECTRUM_HEIGHT,
  }
  const range = { fromMs: view.startMs, toMs, pxPerMs: view.pxPerMs }
  analysis.look(range, scene.thumbnails.missing(view, videoMs, tracks.thumbnails), spectrum)
}
