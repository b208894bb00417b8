import {
  gainOfLevel,
  MIX_RATE,
  type MixLevels,
  type MixPlan,
  MONO_SHARE,
  pieceGain,
  piecesBetween,
  takesBetween,
  withGain,
} from '#core/media/mix.ts'
import type { MixSound, MixSounds } from './mix-sounds.ts'

/** A sound that begins or ends in its middle fades, in seconds: an abrupt edge clicks. */
const FADE_S = 0.005
/** Time in which a level changes, in seconds. */
const LEVEL_S = 0.02

/** When a time of the video is heard: `atS` of the context is `ms` of the video. */
export interface Anchor {
  readonly atS: number
  readonly ms: number
  readonly pace: number
}

interface Scheduled {
  /** What is heard: another one replaces it. */
  readonly sign: string
  readonly source: AudioBufferSourceNode
  readonly fade: GainNode
  readonly endS: number
}

interface Wanted {
  readonly key: string
  readonly sign: string
  readonly bus: GainNode
  /** Undefined while it is loaded. */
  readonly sound: () => MixSound | undefined
}

/** Channels of a mix by speaker, and their sources; for a live or an offline context. */
export class MixGraph {
  readonly output: GainNode
  /** Number of sounds that began too late though playback had come from before them. */
  late = 0
  private readonly context: BaseAudioContext
  private readonly sounds: MixSounds
  private readonly background: GainNode
  private readonly voices: GainNode
  private readonly buses = new Map<string, GainNode>()
  private readonly playing = new Map<string, Scheduled>()
  private levelOf: (speaker: string) => number = () => 1
  private anchor: Anchor | undefined

  constructor(context: BaseAudioContext, sounds: MixSounds) {
    this.context = context
    this.sounds = sounds
    this.output = context.createGain()
    this.background = context.createGain()
    this.voices = context.createGain()
    this.background.connect(this.output)
    this.voices.connect(this.output)
    this.setVoiceDb(0)
  }

  /** Gain that matches voices to the original's loudness. */
  setVoiceDb(db: number): void {
    this.voices.gain.value = gainOfLevel(db) * MONO_SHARE
  }

  /** Levels; silent ones are muted, or not among the solo ones. */
  setLevels(levels: MixLevels, isSilent: (speaker: string | undefined) => boolean): void {
    this.levelOf = (speaker) => (isSilent(speaker) ? 0 : gainOfLevel(levels.speakers[speaker] ?? 0))
    this.level(this.background, isSilent(undefined) ? 0 : gainOfLevel(levels.background))
    for (const [speaker, bus] of this.buses) this.level(bus, this.levelOf(speaker))
  }

  private level({ gain }: GainNode, value: number): void {
    if (this.anchor) gain.setTargetAtTime(value, this.context.currentTime, LEVEL_S / 3)
    else gain.value = value
  }

  /** What is heard from now on; everything that is scheduled for another time ends. */
  start(anchor: Anchor): void {
    this.stop()
    this.anchor = anchor
  }

  stop(): void {
    for (const key of this.playing.keys()) this.end(key)
    this.anchor = undefined
  }

  /** Schedules what a plan has in a range of milliseconds, and ends what it has no longer; false while sounds load. */
  schedule(plan: MixPlan, from: number, to: number): boolean {
    const { anchor } = this
    if (!anchor) return true
    const wanted = [...this.takes(plan, from, to), ...this.pieces(plan, from, to)]
    const signs = new Map(wanted.map(({ key, sign }) => [key, sign]))
    const now = this.context.currentTime
    for (const [key, { sign, endS }] of this.playing) {
      if (endS <= now) this.playing.delete(key)
      else if (signs.get(key) !== sign) this.end(key)
    }
    let isWhole = true
    for (const each of wanted) if (!this.playing.has(each.key) && !this.begin(each, anchor)) isWhole = false
    return isWhole
  }

  private takes({ takes }: MixPlan, from: number, to: number): Wanted[] {
    return takesBetween(takes, from, to).map((take) => ({
      key: take.id,
      sign: `${take.url} ${take.start} ${take.tempo} ${take.speaker}`,
      bus: this.busOf(take.speaker),
      sound: () => this.sounds.take(take),
    }))
  }

  private pieces({ ducked }: MixPlan, from: number, to: number): Wanted[] {
    return piecesBetween(from, to).map((piece) => {
      const gain = pieceGain(ducked, piece)
      return {
        key: `under ${piece}`,
        sign: signOf(gain),
        bus: this.background,
        sound: () => {
          const sound = this.sounds.under(piece)
          return sound && { at: sound.at, channels: sound.channels.map((one) => withGain(one, gain)) }
        },
      }
    })
  }

  private busOf(speaker: string): GainNode {
    const known = this.buses.get(speaker)
    if (known) return known
    const bus = this.context.createGain()
    bus.gain.value = this.levelOf(speaker)
    bus.connect(this.voices)
    this.buses.set(speaker, bus)
    return bus
  }

  /** False while the sound is loaded. */
  private begin({ key, sign, bus, sound: make }: Wanted, { atS, ms, pace }: Anchor): boolean {
    const sound = make()
    if (!sound) return false
    const { context } = this
    const length = sound.channels[0]?.length ?? 0
    const startS = atS + ((sound.at / MIX_RATE) * 1000 - ms) / 1000 / pace
    const endS = startS + length / MIX_RATE / pace
    const now = context.currentTime
    // On a sample of the context, so that nothing is interpolated.
    const beginS = startS >= now ? startS : atS + Math.ceil((now - atS) * MIX_RATE) / MIX_RATE
    if (endS <= beginS || length === 0) return true
    if (beginS - startS > FADE_S && startS > atS) this.late++
    const buffer = context.createBuffer(sound.channels.length, length, MIX_RATE)
    for (const [index, channel] of sound.channels.entries()) buffer.copyToChannel(channel, index)
    const source = new AudioBufferSourceNode(context, { buffer, playbackRate: pace })
    const fade = context.createGain()
    source.connect(fade).connect(bus)
    if (beginS > startS) {
      fade.gain.setValueAtTime(0, beginS)
      fade.gain.linearRampToValueAtTime(1, beginS + FADE_S)
    }
    source.start(beginS, (beginS - startS) * pace)
    source.addEventListener('ended', () => fade.disconnect())
    this.playing.set(key, { sign, source, fade, endS })
    return true
  }

  private end(key: string): void {
    const { source, fade } = this.playing.get(key) ?? {}
    this.playing.delete(key)
    if (!source || !fade) return
    const now = this.context.currentTime
    fade.gain.cancelScheduledValues(now)
    fade.gain.setValueAtTime(1, now)
    fade.gain.linearRampToValueAtTime(0, now + FADE_S)
    source.stop(now + FADE_S)
  }
}

/** Short text that differs where the gain does. */
function signOf(gain: Int16Array): string {
  let sum = 0
  for (const value of gain) sum = (Math.imul(sum, 31) + value) | 0
  return String(sum)
}
