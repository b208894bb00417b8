import { useEffect, useState } from 'react'
import type { TimeRange } from '#core/timing/time-range.ts'
import { Film, type FilmState } from '#src/media/reader.ts'
import type { MediaSource } from '#src/media/media.ts'
import type { Programme } from './editor-media.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { SPECTRUM_HEIGHT, SPECTRUM_TILE_MS, SPECTRUM_WIDTH } from '../timeline/spectrum-layer.ts'
import type { View } from '../timeline/view.ts'

export interface FilmFindings {
  onShots(cuts: readonly number[]): void
  onSpeech(speech: readonly TimeRange[]): void
}

const idle: FilmState = { faults: {}, isDone: false }

/** Fills the timeline with pictures and sound of a film, and tells what was found in them. */
export function useFilm(
  programme: Programme,
  source: MediaSource | undefined,
  scene: TimelineScene | undefined,
  playheadMs: () => number,
  findings: FilmFindings,
): FilmState {
  const [state, setState] = useState<FilmState>(idle)
  useEffect(() => {
    if (!scene || !source) return
    const film = filmOf(programme, source, scene, findings, setState)
    const stop = scene.onView((view) => look(film, scene, view))
    void film.read(playheadMs)
    return () => {
      stop()
      film.close()
      setState(idle)
    }
  }, [programme, source, scene, findings, playheadMs])
  return source ? state : noFilm
}

const noFilm: FilmState = { faults: {}, isDone: true }

function filmOf(
  { durationMs, derived }: Programme,
  source: MediaSource,
  scene: TimelineScene,
  findings: FilmFindings,
  onState: (state: FilmState) => void,
): Film {
  const film = new Film(
    { source, durationMs, ...derived },
    {
      onState,
      onPeaks: (peaks) => scene.set({ peaks }),
      onSound: () => scene.invalidate(),
      onStrip: (count) => scene.film.reset(count),
      onPicture: (index, image) => {
        scene.film.put(index, image)
        scene.invalidate()
      },
      onFinePicture: (ms, image) => {
        scene.film.putFine(ms, image)
        scene.invalidate()
      },
      onSpectrum: (tile, grey) => {
        scene.spectrum.put(tile, grey)
        scene.invalidate()
      },
      onShots: (cuts) => {
        scene.set({ filmMarks: { ...scene.state.filmMarks, cuts } })
        findings.onShots(cuts)
      },
      onSpeech: (speech) => {
        scene.set({ filmMarks: { ...scene.state.filmMarks, speech } })
        findings.onSpeech(speech)
      },
    },
  )
  scene.film.onForget = (ms) => film.forgetPicture(ms)
  return film
}

function look(film: Film, scene: TimelineScene, view: View): void {
  const { filmMs, lanes, hasSpectrum, peaks } = scene.state
  const toMs = view.startMs + view.width / view.pxPerMs
  const spectrum = {
    tiles: hasSpectrum && peaks ? scene.spectrum.missing(view, filmMs) : [],
    tileMs: SPECTRUM_TILE_MS,
    width: SPECTRUM_WIDTH,
    height: SPECTRUM_HEIGHT,
  }
  const stretch = { fromMs: view.startMs, toMs, pxPerMs: view.pxPerMs }
  film.look(stretch, scene.film.missing(view, filmMs, lanes.film), spectrum)
}
