import { useEffect, useState } from 'react'
import type { Video } from '#core/contract/library.ts'
import type { SpeechInterval } from '#core/timing/gaps.ts'
import { call } from '#src/api/call.ts'
import { Film, type FilmState } from '#src/media/film.ts'
import type { MediaSource } from '#src/media/media.ts'
import type { TimelineScene } from './timeline/scene.ts'

export interface FilmFindings {
  onShots(cuts: readonly number[]): void
  onSpeech(speech: readonly SpeechInterval[]): void
}

const idle: FilmState = { faults: {}, isDone: false }

/** Fills the timeline with pictures and sound of a film, and tells what was found in them. */
export function useFilm(
  video: Video,
  source: MediaSource | undefined,
  scene: TimelineScene | undefined,
  playheadMs: () => number,
  findings: FilmFindings,
): FilmState {
  // Its addresses change from hour to hour; the film is the one that was opened.
  const [opened] = useState(video)
  const [state, setState] = useState<FilmState>(idle)
  useEffect(() => {
    if (!scene || !source) return
    const film = filmOf(opened, source, scene, findings, setState)
    void film.read(playheadMs)
    return () => {
      film.close()
      setState(idle)
    }
  }, [opened, source, scene, findings, playheadMs])
  return state
}

function filmOf(
  video: Video,
  source: MediaSource,
  scene: TimelineScene,
  findings: FilmFindings,
  onState: (state: FilmState) => void,
): Film {
  const { derived, content_hash: contentHash, video_id: file_id } = video
  const film = new Film(
    {
      source,
      contentHash,
      durationMs: video.video_info.duration_ms,
      stored: derived,
      share: async (kind, content) =>
        void (await call('keepDerived', { file_id, kind, content: await base64(content) })),
    },
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
  scene.onView = (view) => {
    const { durationMs, lanes } = scene.state
    const toMs = view.startMs + view.width / view.pxPerMs
    film.look({ fromMs: view.startMs, toMs, pxPerMs: view.pxPerMs }, scene.film.missing(view, durationMs, lanes.film))
  }
  return film
}

async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}
