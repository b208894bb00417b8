import { type Application, Container, Graphics } from 'pixi.js'
import type { Peaks } from '#core/media/peaks.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { CueLayer, type CueMarks } from './cue-layer.ts'
import { FilmLayer } from './video-layer.ts'
import { GhostLayer } from './preview-layer.ts'
import { type FilmMarks, MarkLayer } from './mark-layer.ts'
import { darkPalette, type Palette } from './palette.ts'
import { RulerLayer } from './ruler-layer.ts'
import { SpectrumLayer } from './spectrum-layer.ts'
import type { View } from './view.ts'
import { WaveLayer } from './wave-layer.ts'

const nothing = cueList([])
const WAVE_OVER_SPECTRUM = 0.45

/** From back to front; the lane of lines last, since it is often drawn alone. */
export const layerNames = ['ground', 'film', 'spectrum', 'wave', 'marks', 'ruler', 'lane'] as const
export type LayerName = (typeof layerNames)[number]

/** Heights of the lanes from top to bottom, in pixels. */
export interface Lanes {
  readonly ruler: number
  readonly film: number
  readonly wave: number
  readonly cues: number
}

export const defaultLanes: Lanes = { ruler: 24, film: 70, wave: 84, cues: 44 }

export function lanesHeight({ ruler, film, wave, cues }: Lanes): number {
  return ruler + film + wave + cues
}

export interface SceneState {
  view: View
  cues: CueList
  marks: CueMarks
  /** Lines that are drawn as outlines over these. */
  ghosts: CueList
  /** Length of the timeline, and of the film in it: lines may be timed beyond its end. */
  durationMs: number
  filmMs: number
  peaks: Peaks | undefined
  /** How much higher the waveform is drawn than the sound is. */
  waveGain: number
  filmMarks: FilmMarks
  /** The sound's frequencies under the waveform. */
  hasSpectrum: boolean
  lanes: Lanes
  palette: Palette
}

/** What is shown in the lane of lines and nowhere else. */
const ofLane: ReadonlySet<string> = new Set<keyof SceneState>(['cues', 'marks', 'ghosts'])

/**
 * What the timeline draws. Setting something only marks it; one frame later everything visible is placed once and the
 * picture is drawn. Nothing runs while nothing changes.
 */
export class TimelineScene {
  readonly film: FilmLayer
  readonly spectrum: SpectrumLayer
  readonly state: SceneState
  /** Frames drawn so far, for tests. */
  frames = 0
  private readonly app: Application
  private readonly wave: WaveLayer
  private readonly waveContainer: Container
  private readonly cues: CueLayer
  private readonly ruler: RulerLayer
  private readonly filmMarks: MarkLayer
  private readonly ghosts: GhostLayer
  private shownGhosts: CueList | undefined
  private seen: View | undefined
  private readonly viewListeners = new Set<(view: View) => void>()
  private readonly ground = new Graphics()
  private readonly lane: Container
  private readonly laneGround = new Graphics()
  private scheduled = 0
  /** More than the lane of lines is to be drawn. */
  private isWhole = true

  constructor(app: Application, layers: Record<LayerName, Container>) {
    this.app = app
    layers.ground.addChild(this.ground)
    this.film = new FilmLayer(layers.film)
    this.spectrum = new SpectrumLayer(layers.spectrum)
    const again = (): void => this.invalidate()
    this.wave = new WaveLayer(layers.wave, again)
    this.waveContainer = layers.wave
    this.filmMarks = new MarkLayer(layers.marks, again)
    this.lane = layers.lane
    const [cues, ghosts] = [new Container(), new Container()]
    this.lane.addChild(this.laneGround, cues, ghosts)
    this.cues = new CueLayer(cues, again)
    this.ghosts = new GhostLayer(ghosts, again)
    this.ruler = new RulerLayer(layers.ruler)
    this.state = {
      view: { startMs: 0, pxPerMs: 0.025, width: 1000 },
      cues: nothing,
      marks: {
        focus: undefined,
        selection: new Set(),
        isFaulty: () => false,
        colorOf: () => undefined,
        isPreview: false,
      },
      ghosts: nothing,
      durationMs: 0,
      filmMs: 0,
      peaks: undefined,
      waveGain: 1,
      filmMarks: { cuts: [], speech: [] },
      hasSpectrum: false,
      lanes: defaultLanes,
      palette: darkPalette,
    }
  }

  /** Tells when another part of the film is on screen; what is there now at once. */
  onView(listener: (view: View) => void): () => void {
    this.viewListeners.add(listener)
    listener(this.state.view)
    return () => this.viewListeners.delete(listener)
  }

  set(change: Partial<SceneState>): void {
    if (change.peaks !== undefined && change.peaks !== this.state.peaks) this.wave.clear()
    Object.assign(this.state, change)
    this.isWhole ||= Object.keys(change).some((key) => !ofLane.has(key))
    this.schedule()
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

  resize(width: number, lanes: Lanes = this.state.lanes): void {
    this.app.renderer.resize(width, lanesHeight(lanes))
    this.set({ lanes, view: { ...this.state.view, width } })
  }

  private draw(): void {
    // The renderer is gone between an unmount and the last frame that was asked for.
    if (!this.app.renderer) return
    const { view } = this.state
    this.drawLane()
    // A canvas keeps what was drawn: an edit, or a line that is dragged, changes the lane alone.
    if (this.isWhole || this.app.renderer.name !== 'canvas') {
      this.drawRest()
      this.app.render()
    } else this.app.renderer.render({ container: this.lane, clear: false })
    this.isWhole = false
    this.frames++
    if (view !== this.seen) for (const listener of this.viewListeners) listener(view)
    this.seen = view
  }

  private drawLane(): void {
    const { view, cues, marks, ghosts, lanes, palette } = this.state
    const top = lanes.ruler + lanes.film + lanes.wave
    if (this.isWhole) this.laneGround.clear().rect(0, top, view.width, lanes.cues).fill(palette.background)
    this.cues.draw(cues, view, top + 2, lanes.cues - 4, palette, marks)
    if (this.isWhole || ghosts !== this.shownGhosts) this.ghosts.draw(ghosts, view, top, lanes.cues, palette.ghost)
    this.shownGhosts = ghosts
  }

  private drawRest(): void {
    const { view, durationMs, filmMs, peaks, waveGain, filmMarks, lanes, palette } = this.state
    const waveTop = lanes.ruler + lanes.film
    this.app.renderer.background.color = palette.background
    this.ground.clear().rect(0, waveTop, view.width, lanes.wave).fill(palette.waveBack)
    this.ruler.draw(view, lanes.ruler, durationMs, palette)
    this.film.draw(view, filmMs, lanes.ruler, lanes.film, palette.background)
    this.spectrum.draw(view, waveTop, lanes.wave, this.state.hasSpectrum)
    this.waveContainer.alpha = this.state.hasSpectrum ? WAVE_OVER_SPECTRUM : 1
    this.wave.draw(peaks, waveGain, view, waveTop, lanes.wave, palette.wave)
    this.filmMarks.draw(filmMarks, view, durationMs, lanes.ruler, waveTop + lanes.wave, palette)
  }

  destroy(): void {
    cancelAnimationFrame(this.scheduled)
  }
}
