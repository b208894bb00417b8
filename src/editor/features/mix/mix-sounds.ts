import type { TimeRange } from '#core/timing/time-range.ts'
import { type MixTake, MIX_RATE, MONO_SHARE, UNDER_PIECE_MS } from '#core/media/mix.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import { type Placed, resampled } from '#core/media/resample.ts'
import { stretched } from '#core/media/stretch.ts'
import { readWav } from '#core/media/wav.ts'

/** Sound on the grid of the mix, one or two channels. */
export interface MixSound {
  readonly at: number
  readonly channels: readonly Float32Array<ArrayBuffer>[]
}

/** Where the sounds of a mix come from. */
export interface SoundSources {
  /** The bytes of a take; rejects if it can't be loaded. */
  readonly take: (url: string, signal: AbortSignal) => Promise<Uint8Array>
  /** A range of the sound under the voices in milliseconds; undefined while there is none. */
  readonly under: (range: TimeRange, signal: AbortSignal) => Promise<SoundPiece> | undefined
  /** Called when a sound is ready, or missing for a reason. */
  readonly onReady: (fault?: unknown) => void
}

/** Most bytes of spoken takes, as they were loaded. */
const MOST_TAKE_BYTES = 24 * 1024 * 1024
/** Most made sounds: those of the window around the playhead. */
const MOST_MADE = 48
/** Margin of pieces for the resampler. */
const MARGIN_MS = 10

interface Loaded {
  readonly rate: number
  readonly samples: Float32Array<ArrayBuffer>
}

/** The sounds of a mix around the playhead, made for its rate. The oldest ones go first. */
export class MixSounds {
  private readonly sources: SoundSources
  private readonly control = new AbortController()
  private readonly loading = new Set<string>()
  private readonly failed = new Set<string>()
  private readonly loaded = new Map<string, Loaded>()
  private readonly made = new Map<string, MixSound>()

  constructor(sources: SoundSources) {
    this.sources = sources
  }

  /** Bytes in memory. */
  get bytes(): number {
    const takes = [...this.loaded.values()].reduce((sum, { samples }) => sum + samples.byteLength, 0)
    const sounds = [...this.made.values()].flatMap(({ channels }) => channels)
    return takes + sounds.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  close(): void {
    this.control.abort()
  }

  /** Loads a take if it is not there. */
  wantTake({ url }: MixTake): void {
    if (this.loaded.has(url)) return
    this.once(url, async (signal) => {
      const sound = readWav(await this.sources.take(url, signal))
      if (!sound) throw new Error('The take is no sound')
      const samples = Float32Array.from(sound.samples, (value) => value / 32_768)
      this.loaded.set(url, { rate: sound.rate, samples })
      let bytes = [...this.loaded.values()].reduce((sum, each) => sum + each.samples.byteLength, 0)
      for (const [key, each] of this.loaded) {
        if (bytes <= MOST_TAKE_BYTES || key === url) break
        this.loaded.delete(key)
        bytes -= each.samples.byteLength
      }
      return true
    })
  }

  /** A take at its place; undefined, and loaded, if it is not there. */
  take(take: MixTake): MixSound | undefined {
    const { url, start, tempo } = take
    const loaded = this.loaded.get(url)
    if (!loaded) {
      this.wantTake(take)
      return undefined
    }
    this.touch(this.loaded, url, loaded)
    const { rate } = loaded
    // The task puts a line at a sample of its voice's rate.
    const at = Math.round((start * rate) / 1000)
    return this.kept(`${url} ${tempo} ${at}`, () => {
      const samples = tempo === 1 ? loaded.samples : stretched(loaded.samples, rate, tempo)
      const placed = resampled({ at, samples }, rate, MIX_RATE)
      return { at: placed.at, channels: [placed.samples] }
    })
  }

  /** A piece of the sound under the voices; undefined, and loaded, if it is not there. */
  under(piece: number): MixSound | undefined {
    const key = `under ${piece}`
    const known = this.made.get(key)
    if (known) return this.touch(this.made, key, known)
    const start = piece * UNDER_PIECE_MS
    const range = { start: start - MARGIN_MS, end: start + UNDER_PIECE_MS + MARGIN_MS }
    this.once(key, async (signal) => {
      const sound = await this.sources.under(range, signal)
      if (sound) this.keep(key, soundOfPiece(sound, range.start, piece))
      return sound !== undefined
    })
    return undefined
  }

  private once(key: string, work: (signal: AbortSignal) => Promise<boolean>): void {
    if (this.loading.has(key) || this.failed.has(key)) return
    const { signal } = this.control
    this.loading.add(key)
    work(signal)
      .then(
        (isReady) => isReady && this.sources.onReady(),
        (error: unknown) => {
          if (signal.aborted) return
          this.failed.add(key)
          this.sources.onReady(error)
        },
      )
      .finally(() => this.loading.delete(key))
  }

  private kept(key: string, make: () => MixSound): MixSound {
    const known = this.made.get(key)
    if (known) return this.touch(this.made, key, known)
    return this.keep(key, make())
  }

  private keep(key: string, sound: MixSound): MixSound {
    this.made.set(key, sound)
    const [oldest] = this.made.keys()
    if (this.made.size > MOST_MADE && oldest !== undefined) this.made.delete(oldest)
    return sound
  }

  private touch<T>(map: Map<string, T>, key: string, value: T): T {
    map.delete(key)
    map.set(key, value)
    return value
  }
}

/** A piece on the mix's grid, without its margins. */
function soundOfPiece({ rate, samples, right }: SoundPiece, startMs: number, piece: number): MixSound {
  const at = Math.round((startMs * rate) / 1000)
  const from = (piece * UNDER_PIECE_MS * MIX_RATE) / 1000
  const size = (UNDER_PIECE_MS * MIX_RATE) / 1000
  const cut = (one: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
    const placed: Placed = resampled({ at, samples: one }, rate, MIX_RATE)
    return placed.samples.slice(from - placed.at, from - placed.at + size)
  }
  // A single channel is as loud as in the rendered mix.
  const single = (): Float32Array<ArrayBuffer> => cut(samples).map((value) => value * MONO_SHARE)
  return { at: from, channels: right ? [cut(samples), cut(right)] : [single()] }
}
