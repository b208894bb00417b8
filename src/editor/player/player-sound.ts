import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { clamp } from '#core/timing/rules.ts'
import { stored } from '#src/ui/stored.ts'

const soundSetting = stored(
  'cuelane-sound',
  z.object({ volume: z.number().check(z.minimum(0), z.maximum(1)), isMuted: z.boolean() }),
  { volume: 1, isMuted: false },
)

/** A key makes the sound louder or softer by so much of the whole. */
const VOLUME_STEP = 0.05
/** What sound that was turned down to nothing comes back with. */
const AUDIBLE_VOLUME = 0.5

/** How loud the player is, kept in this browser. */
export class PlayerSound {
  readonly cells = proxy(soundSetting.get())

  constructor() {
    subscribe(this.cells, () => soundSetting.set({ ...this.cells }))
  }

  /** What is heard, from 0 to 1. */
  get loudness(): number {
    return this.cells.isMuted ? 0 : this.cells.volume
  }

  /** From 0 to 1; a user who makes it louder wants to hear it. */
  setVolume(volume: number): void {
    const { cells } = this
    if (volume > cells.volume) cells.isMuted = false
    cells.volume = clamp(Math.round(volume * 100) / 100, 0, 1)
  }

  /** By steps of a key. */
  changeBy(steps: number): void {
    this.setVolume(this.cells.volume + steps * VOLUME_STEP)
  }

  toggleMute(): void {
    const { cells } = this
    if (this.loudness > 0) {
      cells.isMuted = true
      return
    }
    cells.isMuted = false
    cells.volume ||= AUDIBLE_VOLUME
  }

  /** Keeps a video as loud as that; returns what ends it. */
  attach(video: HTMLVideoElement): () => void {
    const apply = (): void => {
      video.volume = this.cells.volume
      video.muted = this.cells.isMuted
    }
    apply()
    return subscribe(this.cells, apply, true)
  }
}
