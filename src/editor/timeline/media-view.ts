import type { MediaAnalysis } from '../media/analysis.ts'
import type { TimelineScene } from './scene.ts'
import { SPECTRUM_HEIGHT, SPECTRUM_TILE_MS, SPECTRUM_WIDTH } from './spectrum-layer.ts'
import type { View } from './view.ts'

/** Fills the timeline with pictures and sound, and has what a view lacks decoded; returns what ends that. */
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
  // For the opening view no decoder is loaded: what only one can give comes when somebody looks closer.
  const opening = scene.state.view
  let hasMoved = false
  const stopLooking = scene.onView((view) => {
    hasMoved ||= view.startMs !== opening.startMs || view.pxPerMs !== opening.pxPerMs || scene.state.hasSpectrum
    if (hasMoved) look(scene, analysis, view)
    else if (analysis.state().isDone) glance(scene, analysis, view)
  })
  // What was kept is shown before anything is decoded.
  const stopState = analysis.subscribe({
    onState: ({ isDone }) => {
      if (isDone && !hasMoved) glance(scene, analysis, scene.state.view)
    },
  })
  return () => {
    stopLooking()
    stopState()
    stopAnalysis()
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
