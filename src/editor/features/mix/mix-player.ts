import { MIX_RATE, type MixPlan, piecesBetween, takesBetween } from '#core/media/mix.ts'
import type { Playhead } from '../../media/playhead.ts'
import { delays } from '../../model/options.ts'
import { MixGraph } from './mix-graph.ts'
import type { MixSounds } from './mix-sounds.ts'
import meterUrl from './meter.worklet.ts?worker&url'

/** Sounds are scheduled this long before they are heard: a hidden page looks once a second. */
const AHEAD_MS = 1600
/** Takes of this time are loaded. */
const LOAD_MS = 15_000
/** Sound and picture may be this far apart. */
const MOST_OFF_MS = 50
/** The context needs some time to begin. */
const LEAD_S = 0.01
/** Speeds beyond it are not heard. */
const MOST_PACE = 4

interface PlayerParts {
  readonly playhead: Playhead
  readonly sounds: MixSounds
  readonly plan: () => MixPlan
  /** Receives the weighted power of each step that is heard. */
  readonly onPower: (power: number) => void
}

/** Plays a mix at the playhead by the clock of Web Audio. */
export class MixPlayer {
  readonly graph: MixGraph
  private readonly parts: PlayerParts
  private readonly context = new AudioContext({ sampleRate: MIX_RATE, latencyHint: 'interactive' })
  private readonly volume = this.context.createGain()
  private readonly stops: (() => void)[] = []
  private timer: ReturnType<typeof setInterval> | undefined
  private rest: ReturnType<typeof setTimeout> | undefined
  private anchor: { readonly atS: number; readonly ms: number; readonly pace: number } | undefined
  /** Where the picture was at the last look, by which it is known to move. */
  private seenMs = 0
  private isOn = false
  private isWaking = false

  constructor(parts: PlayerParts) {
    this.parts = parts
    this.graph = new MixGraph(this.context, parts.sounds)
    this.graph.output.connect(this.volume)
    this.volume.connect(this.context.destination)
    void this.context.suspend()
    void this.addMeter()
    const { playhead } = parts
    this.stops.push(
      playhead.onState(() => this.look()),
      playhead.on(() => this.look()),
    )
  }

  /** Volume of the player, from 0 to 1. */
  setVolume(volume: number): void {
    this.volume.gain.value = volume
  }

  /** Whether the mix is heard. */
  switch(isOn: boolean): void {
    this.isOn = isOn
    this.look()
  }

  /** The plan has changed, or a sound is there: what stays the same plays on. */
  update(): void {
    if (this.anchor) this.schedule()
    else this.load(this.parts.playhead.ms)
  }

  /** Time of the video that is heard; undefined while nothing is. */
  get heardMs(): number | undefined {
    const { anchor, context } = this
    return anchor && anchor.ms + (context.currentTime - this.latencyS - anchor.atS) * 1000 * anchor.pace
  }

  close(): void {
    for (const stop of this.stops) stop()
    this.silence()
    clearTimeout(this.rest)
    void this.context.close()
  }

  private get latencyS(): number {
    return this.context.outputLatency || this.context.baseLatency
  }

  private async addMeter(): Promise<void> {
    try {
      await this.context.audioWorklet.addModule(meterUrl)
    } catch (error) {
      // The page was left while it loaded.
      if (this.context.state === 'closed') return
      throw error
    }
    const meter = new AudioWorkletNode(this.context, 'loudness', {
      numberOfOutputs: 0,
      channelCount: 2,
      channelCountMode: 'explicit',
    })
    meter.port.addEventListener('message', ({ data }: MessageEvent<number>) => {
      if (this.anchor) this.parts.onPower(data)
    })
    meter.port.start()
    this.graph.output.connect(meter)
  }

  /** Follows the playhead; true while each frame of the screen is needed. */
  private look(): boolean {
    const { playhead } = this.parts
    const { ms, pace } = playhead
    const isMoving = ms !== this.seenMs
    this.seenMs = ms
    if (!this.isOn || !playhead.isPlaying || pace <= 0 || pace > MOST_PACE) {
      this.silence()
      this.load(ms)
      return false
    }
    this.wake()
    const heard = this.heardMs
    if (heard !== undefined && this.anchor?.pace === pace && Math.abs(heard - ms) <= MOST_OFF_MS) return false
    // The sound begins when the picture moves, not when it is asked to.
    if (!isMoving || this.context.state !== 'running') return true
    const atS = Math.ceil((this.context.currentTime + LEAD_S) * MIX_RATE) / MIX_RATE
    const lagS = LEAD_S + this.latencyS
    this.anchor = { atS, ms: ms + lagS * 1000 * pace, pace }
    this.graph.start(this.anchor)
    this.schedule()
    this.timer ??= setInterval(() => this.tick(), delays.mix)
    return false
  }

  /** A picture that waits for its video is not heard on. */
  private tick(): void {
    const { playhead } = this.parts
    const heard = this.heardMs
    if (heard !== undefined && Math.abs(heard - playhead.ms) > 4 * MOST_OFF_MS && playhead.ms === this.seenMs) {
      this.graph.stop()
      this.anchor = undefined
    }
    this.seenMs = playhead.ms
    this.schedule()
  }

  private schedule(): void {
    const { anchor, context } = this
    if (!anchor) return
    const nowMs = anchor.ms + (context.currentTime - anchor.atS) * 1000 * anchor.pace
    this.graph.schedule(this.parts.plan(), nowMs, nowMs + AHEAD_MS * anchor.pace)
    this.load(nowMs)
  }

  /** Loads what is heard soon, so that playback begins at once. */
  private load(ms: number): void {
    if (!this.isOn) return
    const { sounds, plan } = this.parts
    for (const take of takesBetween(plan().takes, ms, ms + LOAD_MS)) sounds.wantTake(take)
    for (const take of takesBetween(plan().takes, ms, ms + AHEAD_MS)) sounds.take(take)
    for (const piece of piecesBetween(ms, ms + 2 * AHEAD_MS)) sounds.under(piece)
  }

  private wake(): void {
    clearTimeout(this.rest)
    this.rest = undefined
    if (this.isWaking || this.context.state !== 'suspended') return
    this.isWaking = true
    // A browser may wait for a click of the user, or the page is left before.
    this.context.resume().then(
      () => (this.isWaking = false),
      () => (this.isWaking = false),
    )
  }

  private silence(): void {
    clearInterval(this.timer)
    this.timer = undefined
    if (!this.anchor) return
    this.anchor = undefined
    this.graph.stop()
    clearTimeout(this.rest)
    this.rest = setTimeout(() => void this.context.suspend(), delays.mixRest)
  }
}
