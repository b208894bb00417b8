import { useEffect, useState } from 'react'
import type { TimeRange } from '#core/timing/time-range.ts'
import { MediaReader, type ReadingState } from '#src/media/reader.ts'
import type { MediaSource } from '#src/media/media.ts'
import type { EditorMedia } from './editor-media.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { SPECTRUM_HEIGHT, SPECTRUM_TILE_MS, SPECTRUM_WIDTH } from '../timeline/spectrum-layer.ts'
import type { View } from '../timeline/view.ts'

export interface MediaFindings {
  onShotChanges(cuts: readonly number[]): void
  onSpeech(speech: readonly TimeRange[]): void
}

const idle: ReadingState = { faults: {}, isDone: false }

/** Fills the timeline with pictures and sound of a video, and tells what was found in them. */
export function useMediaReader(
  media: EditorMedia,
  source: MediaSource | undefined,
  scene: TimelineScene | undefined,
  playheadMs: () => number,
  findings: MediaFindings,
): ReadingState {
  const [state, setState] = useState<ReadingState>(idle)
  useEffect(() => {
    if (!scene || !source) return
    const reader = readerOf(media, source, scene, findings, setState)
    const stop = scene.onView((view) => look(reader, scene, view))
    void reader.read(playheadMs)
    return () => {
      stop()
      reader.close()
      setState(idle)
    }
  }, [media, source, scene, findings, playheadMs])
  return source ? state : noVideo
}

const noVideo: ReadingState = { faults: {}, isDone: true }

function readerOf(
  { durationMs, derived }: EditorMedia,
  source: MediaSource,
  scene: TimelineScene,
  findings: MediaFindings,
  onState: (state: ReadingState) => void,
): MediaReader {
  const reader = new MediaReader(
    { source, durationMs, ...derived },
    {
      onState,
      onPeaks: (peaks) => scene.set({ peaks }),
      onSound: () => scene.invalidate(),
      onStrip: (count) => scene.thumbnails.reset(count),
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
      onShotChanges: (cuts) => {
        scene.set({ videoMarks: { ...scene.state.videoMarks, cuts } })
        findings.onShotChanges(cuts)
      },
      onSpeech: (speech) => {
        scene.set({ videoMarks: { ...scene.state.videoMarks, speech } })
        findings.onSpeech(speech)
      },
    },
  )
  scene.thumbnails.onForget = (ms) => reader.forgetPicture(ms)
  return reader
}

function look(reader: MediaReader, scene: TimelineScene, view: View): void {
  const { videoMs, tracks, hasSpectrum, peaks } = scene.state
  const toMs = view.startMs + view.width / view.pxPerMs
  const spectrum = {
    tiles: hasSpectrum && peaks ? scene.spectrum.missing(view, videoMs) : [],
    tileMs: SPECTRUM_TILE_MS,
    width: SPECTRUM_WIDTH,
    height: SPECTRUM_HEIGHT,
  }
  const stretch = { fromMs: view.startMs, toMs, pxPerMs: view.pxPerMs }
  reader.look(stretch, scene.thumbnails.missing(view, videoMs, tracks.thumbnails), spectrum)
}
