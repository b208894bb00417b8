import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { clamp } from '#core/timing/rules.ts'
import { stored } from '#src/ui/stored.ts'
import { perEditor } from '../../context/per-editor.ts'

const soundSetting = stored(
  'cuelane-sound',
  z.object({ volume: z.number().check(z.minimum(0), z.maximum(1)), isMuted: z.boolean() }),
  { volume: 1, isMuted: false },
)

/** Step of the volume keys. */
const VOLUME_STEP = 0.05
/** Volume after unmuting a player with volume 0. */
const AUDIBLE_VOLUME = 0.5

/** Volume of the player, stored in this browser. */
export class PlayerSound {
  readonly cells = proxy(soundSetting.get())
  /** Whether another sound is heard in place of the video's. */
  private readonly output = proxy({ isReplaced: false })

  constructor() {
    subscribe(this.cells, () => soundSetting.set({ ...this.cells }))
  }

  /** Effective volume, from 0 to 1. */
  get loudness(): number {
    return this.cells.isMuted ? 0 : this.cells.volume
  }

  /** From 0 to 1; raising the volume unmutes. */
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

  /** Silences the video while another sound is heard in its place. */
  replace(isReplaced: boolean): void {
    if (this.output.isReplaced !== isReplaced) this.output.isReplaced = isReplaced
  }

  /** Applies the volume to a video; returns a function that ends it. */
  attach(video: HTMLVideoElement): () => void {
    const apply = (): void => {
      video.volume = this.cells.volume
      video.muted = this.cells.isMuted || this.output.isReplaced
    }
    apply()
    const stops = [subscribe(this.cells, apply, true), subscribe(this.output, apply, true)]
    return () => {
      for (const stop of stops) stop()
    }
  }
}

/** Sound of an editor's player. */
export const playerSoundOf = perEditor(() => new PlayerSound())
