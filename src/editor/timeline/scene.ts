import { type Application, Container } from 'pixi.js'
import type { Peaks } from '#core/media/peaks.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { clockNotation, type TimeNotation } from '#core/timing/time-notation.ts'
import { Boxes, BoxLayer, cssColor } from './boxes.ts'
import { CueLayer } from './cue-layer.ts'
import type { CueMarks } from './cue-marks.ts'
import { GuideLayer } from './guide-layer.ts'
import { ThumbnailLayer } from './thumbnail-layer.ts'
import { PreviewLayer } from './preview-layer.ts'
import { type VideoMarks, MarkLayer } from './mark-layer.ts'
import { type Palette, paletteOf } from './palette.ts'
import { RulerLayer } from './ruler-layer.ts'
import { SpectrumLayer } from './spectrum-layer.ts'
import type { SecondWave } from '../media/second-sound.ts'
import { type View, xOf } from './view.ts'
import { type Outlines, outlinesOf } from './visible.ts'
import { WaveLayer } from './wave-layer.ts'

const nothing = cueList([])
const noOutlines = outlinesOf(nothing)
const WAVE_OVER_SPECTRUM = 0.45

/** From back to front; the track of cues last, since it is often drawn alone. */
export const layerNames = ['ground', 'thumbnails', 'spectrum', 'wave', 'marks', 'ruler', 'cues'] as const
export type LayerName = (typeof layerNames)[number]

/** Heights of the tracks from top to bottom, in pixels. */
export interface Tracks {
  readonly ruler: number
  readonly thumbnails: number
  readonly wave: number
  readonly cues: number
}

export const defaultTracks: Tracks = { ruler: 24, thumbnails: 70, wave: 84, cues: 44 }

/** Height of all tracks together, in pixels. */
export function tracksHeight({ ruler, thumbnails, wave, cues }: Tracks): number {
  return ruler + thumbnails + wave + cues
}

export interface SceneState {
  view: View
  cues: CueList
  marks: CueMarks
  /** Lines that are drawn as outlines over these. */
  overlay: Outlines
  /** They are what a change would make, not another version. */
  isOverlayPlanned: boolean
  /** What a dragged edge has snapped to, in milliseconds; undefined where it has not. */
  guide: number | undefined
  /** Length of the timeline, and of the video in it: lines may be timed beyond its end. */
  durationMs: number
  videoMs: number
  peaks: Peaks | undefined
  /** How much higher the waveform is drawn than the sound is. */
  waveGain: number
  /** A sound that is drawn under the video's own. */
  second: SecondWave | undefined
  videoMarks: VideoMarks
  /** The sound's frequencies under the waveform. */
  hasSpectrum: boolean
  tracks: Tracks
  palette: Palette
  /** How the ruler writes times. */
  notation: TimeNotation
  /** Of the lines: their texts are drawn in its direction. */
  language: string | undefined
}

/** The lines and how they look. */
const ofCues: ReadonlySet<string> = new Set<keyof SceneState>(['cues', 'marks'])
/** What is shown in the track of cues and nowhere else, or is drawn with it. */
const ofCueTrack: ReadonlySet<string> = new Set<keyof SceneState>([
  'cues',
  'marks',
  'overlay',
  'isOverlayPlanned',
  'guide',
])

/**
 * What the timeline draws. Setting something only marks it; one frame later everything visible is placed once and the
 * picture is drawn. Nothing runs while nothing changes.
 */
export class TimelineScene {
  readonly thumbnails: ThumbnailLayer
  readonly spectrum: SpectrumLayer
  readonly state: SceneState
  /** Frames drawn so far, for tests. */
  frames = 0
  private readonly app: Application
  private readonly wave: WaveLayer
  private readonly waveContainer: Container
  private readonly secondWave: WaveLayer
  private readonly cues: CueLayer
  private readonly ruler: RulerLayer
  private readonly videoMarks: MarkLayer
  private readonly outlines: PreviewLayer
  private readonly guide: GuideLayer
  private shownOverlay: Outlines | undefined
  private seen: View | undefined
  private readonly viewListeners = new Set<(view: View) => void>()
  private readonly drawListeners = new Set<() => void>()
  private readonly ground = new Boxes()
  private readonly groundLayer: BoxLayer
  private readonly cueTrack: Container
  private readonly cueGround = new Boxes()
  private readonly cueGroundLayer: BoxLayer
  private shownGround: readonly unknown[] = []
  private scheduled = 0
  /** More than the track of cues is to be drawn. */
  private isWhole = true

  constructor(app: Application, layers: ReadonlyMap<LayerName, Container>) {
    const layer = (name: LayerName): Container => {
      const container = layers.get(name)
      if (!container) throw new RangeError(`The timeline has no layer ${name}`)
      return container
    }
    this.app = app
    const isPainted = app.renderer.name === 'canvas'
    app.stage.eventMode = 'none'
    this.groundLayer = new BoxLayer(layer('ground'), isPainted, [this.ground])
    this.thumbnails = new ThumbnailLayer(layer('thumbnails'), isPainted)
    this.spectrum = new SpectrumLayer(layer('spectrum'))
    const again = (): void => this.invalidate()
    this.waveContainer = layer('wave')
    this.wave = new WaveLayer(this.waveContainer, isPainted, again)
    const second = new Container()
    this.waveContainer.addChild(second)
    this.secondWave = new WaveLayer(second, isPainted, again)
    this.videoMarks = new MarkLayer(layer('marks'), isPainted, again)
    this.cueTrack = layer('cues')
    const [ground, cues, outlines, guide] = [new Container(), new Container(), new Container(), new Container()]
    this.cueTrack.addChild(ground, cues, outlines, guide)
    this.cueGroundLayer = new BoxLayer(ground, isPainted, [this.cueGround])
    this.cues = new CueLayer(cues, isPainted, again)
    this.outlines = new PreviewLayer(outlines, isPainted, again)
    this.guide = new GuideLayer(guide, isPainted)
    this.ruler = new RulerLayer(layer('ruler'), isPainted)
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
        findings: 0,
        editedSince: () => undefined,
        colorOf: () => undefined,
        isPreview: false,
      },
      overlay: noOutlines,
      isOverlayPlanned: false,
      guide: undefined,
      durationMs: 0,
      videoMs: 0,
      peaks: undefined,
      waveGain: 1,
      second: undefined,
      videoMarks: { shotChanges: [], speech: [] },
      hasSpectrum: false,
      tracks: defaultTracks,
      palette: paletteOf(),
      notation: clockNotation,
      language: undefined,
    }
  }

  /** Tells when another part of the video is on screen; what is there now at once. */
  onView(listener: (view: View) => void): () => void {
    this.viewListeners.add(listener)
    listener(this.state.view)
    return () => this.viewListeners.delete(listener)
  }

  /** Tells of each frame that is drawn, within it: what is painted then shares it. */
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
    const keys = Object.keys(change)
    if (this.scheduled === 0 && keys.every((key) => ofCues.has(key)) && this.showsAlready()) return
    this.isWhole ||= keys.some((key) => !ofCueTrack.has(key))
    this.schedule()
  }

  private showsAlready(): boolean {
    const { cues, view, marks } = this.state
    return this.cues.showsAlready(cues, view, marks)
  }

  invalidate(): void {
    this.isWhole = true
    this.schedule()
  }

  private schedule(): void {
    this.scheduled ||= requestAnimationFrame(() => {
      this.scheduled = 0
      this.draw()
    })
  }

  /** A timeline of another size, or on a screen of another density, with a view that is as wide. */
  resize(view: View, tracks: Tracks = this.state.tracks): void {
    this.app.renderer.resize(view.width, tracksHeight(tracks), Math.min(2, devicePixelRatio))
    this.set({ tracks, view })
  }

  private draw(): void {
    // The renderer is gone between an unmount and the last frame that was asked for.
    if (!this.app.renderer) return
    const { view } = this.state
    this.drawGround()
    // A canvas keeps what was drawn: an edit, or a line that is dragged, changes that track alone.
    const isAlone =
      this.app.renderer.name === 'canvas' && !this.isWhole && this.guide.lift(this.app.renderer, this.guideX)
    if (!isAlone) this.isWhole = true
    this.drawCueTrack()
    if (isAlone) this.app.renderer.render({ container: this.cueTrack, clear: false })
    else {
      this.guide.forget()
      this.drawRest()
      this.app.render()
    }
    this.isWhole = false
    this.frames++
    if (view !== this.seen) for (const listener of this.viewListeners) listener(view)
    this.seen = view
    for (const listener of this.drawListeners) listener()
  }

  private get guideX(): number | undefined {
    const { view, guide } = this.state
    return guide === undefined ? undefined : Math.round(xOf(view, guide))
  }

  /** What is behind everything: the same at each frame of a pan. */
  private drawGround(): void {
    const { view, tracks, palette } = this.state
    const now = [view.width, tracks, palette]
    if (now.every((value, at) => value === this.shownGround[at])) return
    this.shownGround = now
    const waveTop = tracks.ruler + tracks.thumbnails
    this.app.renderer.background.color = palette.background
    this.ground.clear()
    this.ground.add(palette.waveBack, 0, waveTop, view.width, tracks.wave)
    this.groundLayer.update()
    this.cueGround.clear()
    this.cueGround.add(palette.background, 0, waveTop + tracks.wave, view.width, tracks.cues)
    this.cueGroundLayer.update()
  }

  private drawCueTrack(): void {
    const { view, cues, marks, overlay, isOverlayPlanned, tracks, palette, language } = this.state
    const top = tracks.ruler + tracks.thumbnails + tracks.wave
    this.cues.draw(cues, view, { top: top + 2, height: tracks.cues - 4, palette, language }, marks, !this.isWhole)
    if (this.isWhole || overlay !== this.shownOverlay)
      this.outlines.draw(overlay, isOverlayPlanned, view, top, tracks.cues, palette.outline)
    this.shownOverlay = overlay
    this.guide.draw(this.guideX, tracksHeight(tracks), palette.guide)
  }

  private drawRest(): void {
    const { view, durationMs, videoMs, peaks, waveGain, second, videoMarks, hasSpectrum, tracks, palette, notation } =
      this.state
    const waveTop = tracks.ruler + tracks.thumbnails
    this.ruler.draw(view, tracks.ruler, durationMs, palette, notation)
    this.thumbnails.draw(view, videoMs, tracks.ruler, tracks.thumbnails, palette.background)
    this.spectrum.draw(view, waveTop, tracks.wave, hasSpectrum)
    this.waveContainer.alpha = hasSpectrum ? WAVE_OVER_SPECTRUM : 1
    const ground = hasSpectrum ? undefined : cssColor(palette.waveBack)
    const height = second ? Math.floor(tracks.wave / 2) : tracks.wave
    this.wave.draw(peaks, waveGain, view, waveTop, height, palette.wave, ground)
    this.secondWave.draw(
      second?.peaks,
      second?.gain ?? 1,
      view,
      waveTop + height,
      height,
      cssColor(palette.outline),
      ground,
    )
    this.videoMarks.draw(videoMarks, view, durationMs, tracks.ruler, waveTop + tracks.wave, palette)
  }

  destroy(): void {
    cancelAnimationFrame(this.scheduled)
  }
}
