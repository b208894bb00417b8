import type { Peaks } from '#core/media/peaks.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { clockNotation, type TimeNotation } from '#core/timing/time-notation.ts'
import { type Outlines, outlinesOf } from '../model/document/cues-in-time.ts'
import type { SecondWave } from '../media/second-sound.ts'
import { CueLayer } from './cue-layer.ts'
import type { CueMarks } from './cue-marks.ts'
import { MarkLayer, type VideoMarks } from './mark-layer.ts'
import { type Palette, paletteOf } from './palette.ts'
import { PreviewLayer } from './preview-layer.ts'
import { drawRuler } from './ruler-layer.ts'
import { SpectrumLayer } from './spectrum-layer.ts'
import { drawnDensity, type Layer, type Stage, type Surface } from './surface/surface.ts'
import { ThumbnailLayer } from './thumbnail-layer.ts'
import { type TilePlace, TileScale } from './tiles.ts'
import type { View } from './view.ts'
import { drawVoices, type VoicePlace } from './voice-layer.ts'
import { WaveLayer } from './wave-layer.ts'

const nothing = cueList([])
const noOutlines = outlinesOf(nothing)
const WAVE_OVER_SPECTRUM = 0.45

/** Heights of the tracks from top to bottom, in pixels. */
export interface Tracks {
  readonly ruler: number
  readonly thumbnails: number
  readonly wave: number
  readonly cues: number
  /** Voices of a dub; 0 if hidden. */
  readonly voices: number
}

export const defaultTracks: Tracks = { ruler: 24, thumbnails: 70, wave: 84, cues: 44, voices: 0 }

/** Height of all tracks together, in pixels. */
export function tracksHeight({ ruler, thumbnails, wave, cues, voices }: Tracks): number {
  return ruler + thumbnails + wave + cues + voices
}

export interface SceneState {
  view: View
  cues: CueList
  marks: CueMarks
  /** Lines that are drawn as outlines above these. */
  overlay: Outlines
  /** Whether they are a planned change instead of another version. */
  isOverlayPlanned: boolean
  /** Duration of the timeline, and of the video: lines may exceed it. */
  durationMs: number
  videoMs: number
  peaks: Peaks | undefined
  /** Magnification of the waveform. */
  waveGain: number
  /** A sound that is drawn below the video's. */
  second: SecondWave | undefined
  videoMarks: VideoMarks
  /** Voices of a dub by start, drawn below the lines. */
  voices: readonly VoicePlace[]
  /** Shows the sound's spectrogram below the waveform. */
  hasSpectrum: boolean
  tracks: Tracks
  palette: Palette
  /** Time notation of the ruler. */
  notation: TimeNotation
  /** Language of the lines, for their text direction. */
  language: string | undefined
}

/** What is drawn, as in the timeline's attribute `data-view`, which lets tests and tools find a time on the page. */
export interface DrawnView extends Pick<View, 'startMs' | 'pxPerMs'> {
  /** Number of frames so far. */
  readonly frames: number
}

/**
 * What the timeline draws. A change only marks it; one frame later everything visible is placed and drawn once. Nothing
 * runs while nothing changes.
 */
export class TimelineScene {
  readonly thumbnails = new ThumbnailLayer()
  readonly spectrum = new SpectrumLayer()
  readonly state: SceneState
  /** Number of frames drawn so far. */
  frames = 0
  private readonly stage: Stage
  private readonly wave = new WaveLayer()
  private readonly secondWave = new WaveLayer()
  private readonly videoMarks = new MarkLayer()
  private readonly cues = new CueLayer()
  private readonly outlines = new PreviewLayer()
  private readonly tileScale = new TileScale(() => this.invalidate())
  private seen: View | undefined
  private readonly viewListeners = new Set<(view: View) => void>()
  private readonly drawListeners = new Set<() => void>()
  private readonly ended = new AbortController()
  private scheduled = 0

  constructor(stage: Stage) {
    this.stage = stage
    document.fonts.addEventListener('loadingdone', () => this.fontsCame(), { signal: this.ended.signal })
    this.state = {
      view: { startMs: 0, pxPerMs: 0.025, width: 1000 },
      cues: nothing,
      marks: {
        focus: undefined,
        playing: undefined,
        selection: new Set(),
        isFaulty: () => false,
        severityOf: () => undefined,
        isFlagged: () => false,
        version: 0,
        colorOf: () => undefined,
        isPreview: false,
      },
      overlay: noOutlines,
      isOverlayPlanned: false,
      durationMs: 0,
      videoMs: 0,
      peaks: undefined,
      waveGain: 1,
      second: undefined,
      videoMarks: { shotChanges: [], speech: [] },
      voices: [],
      hasSpectrum: false,
      tracks: defaultTracks,
      palette: paletteOf(),
      notation: clockNotation,
      language: undefined,
    }
  }

  /** Calls the listener with the view, now and on each change. */
  onView(listener: (view: View) => void): () => void {
    this.viewListeners.add(listener)
    listener(this.state.view)
    return () => this.viewListeners.delete(listener)
  }

  /** Calls the listener within each drawn frame, so that its painting shares the frame. */
  onDraw(listener: () => void): () => void {
    this.drawListeners.add(listener)
    return () => this.drawListeners.delete(listener)
  }

  set(change: Partial<SceneState>): void {
    if (change.peaks !== undefined && change.peaks !== this.state.peaks) this.wave.clear()
    if ('second' in change && change.second?.peaks !== this.state.second?.peaks) {
      this.secondWave.clear()
      this.wave.clear()
    }
    Object.assign(this.state, change)
    this.invalidate()
  }

  invalidate(): void {
    if (this.ended.signal.aborted) return
    this.scheduled ||= requestAnimationFrame(() => {
      this.scheduled = 0
      this.draw()
    })
  }

  /** Changes the timeline's size or pixel density, with a view of the same width. */
  resize(view: View, tracks: Tracks = this.state.tracks): void {
    this.stage.resize(view.width, tracksHeight(tracks), drawnDensity())
    this.set({ tracks, view })
  }

  private draw(): void {
    const { view, palette } = this.state
    this.stage.draw(this.layers, palette.background)
    this.frames++
    if (view !== this.seen) for (const listener of this.viewListeners) listener(view)
    this.seen = view
    for (const listener of this.drawListeners) listener()
  }

  /** From back to front. */
  private readonly layers: readonly Layer[] = [
    (surface) => {
      const { view, tracks, palette } = this.state
      surface.rect(palette.waveBack, 0, tracks.ruler + tracks.thumbnails, view.width, tracks.wave)
    },
    (surface) => {
      const { view, videoMs, tracks, palette } = this.state
      this.thumbnails.draw(surface, view, videoMs, tracks.ruler, tracks.thumbnails, palette.background)
    },
    (surface) => {
      const { view, tracks, hasSpectrum } = this.state
      if (hasSpectrum) this.spectrum.draw(surface, view, tracks.ruler + tracks.thumbnails, tracks.wave)
    },
    (surface) => {
      const { second, hasSpectrum, tracks, palette } = this.state
      const top = tracks.ruler + tracks.thumbnails
      const height = this.waveHeight()
      const opacity = hasSpectrum ? WAVE_OVER_SPECTRUM : 1
      this.drawWave(surface, top, height, opacity)
      if (!second) return
      const look = { ground: this.waveGround(), opacity, gain: second.gain, color: palette.outline }
      this.secondWave.draw(surface, second.peaks, this.placeOf(top + height, height), look)
    },
    (surface) => {
      const { videoMarks, durationMs, tracks, palette } = this.state
      const place = this.placeOf(tracks.ruler, tracks.thumbnails + tracks.wave)
      this.videoMarks.draw(surface, videoMarks, { ...place, toMs: durationMs }, palette)
    },
    (surface) => {
      const { view, tracks, durationMs, palette, notation } = this.state
      drawRuler(surface, view, tracks.ruler, durationMs, palette, notation)
    },
    (surface) => {
      const { cues, marks, tracks, palette, language } = this.state
      const place = this.placeOf(cueTop(tracks) + 2, tracks.cues - 4)
      const sound = (under: Surface) => this.drawWave(under, place.top, place.height)
      this.cues.draw(surface, cues, place, { palette, language, sound }, marks)
    },
    (surface) => {
      const { overlay, isOverlayPlanned, tracks, palette } = this.state
      const place = this.placeOf(cueTop(tracks), tracks.cues)
      this.outlines.draw(surface, overlay, isOverlayPlanned, place, palette.outline)
    },
    (surface) => {
      const { voices, view, tracks, palette } = this.state
      const top = cueTop(tracks) + tracks.cues
      if (tracks.voices > 0) drawVoices(surface, voices, { view, top, height: tracks.voices }, palette)
    },
  ]

  private waveHeight(): number {
    const { second, tracks } = this.state
    return second ? Math.floor(tracks.wave / 2) : tracks.wave
  }

  private waveGround(): number | undefined {
    return this.state.hasSpectrum ? undefined : this.state.palette.waveBack
  }

  /** The same pictures in each place: those of another height would be painted once more. */
  private drawWave(surface: Surface, top: number, shownHeight: number, opacity = 1): void {
    const { peaks, waveGain: gain, palette } = this.state
    const look = { ground: this.waveGround(), opacity, gain, color: palette.wave }
    if (peaks) this.wave.draw(surface, peaks, { ...this.placeOf(top, this.waveHeight()), shownHeight }, look)
  }

  private placeOf(top: number, height: number): Omit<TilePlace, 'toMs'> {
    const { view } = this.state
    return { view, scale: this.tileScale.of(view), top, height }
  }

  /** Measures and draws texts again with the loaded fonts. */
  private fontsCame(): void {
    this.cues.labels.forget()
    this.invalidate()
  }

  destroy(): void {
    cancelAnimationFrame(this.scheduled)
    this.ended.abort()
    this.tileScale.stop()
  }
}

const cueTop = ({ ruler, thumbnails, wave }: Tracks): number => ruler + thumbnails + wave
