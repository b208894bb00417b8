import { proxy } from 'valtio'
import { type MediaFault, MediaFailed } from '#core/media/fault.ts'
import { endMs } from '#core/media/facts.ts'
import { autoGain, Peaks } from '#core/media/peaks.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** The drawn part of the second sound. */
export interface SecondWave {
  readonly peaks: Peaks
  readonly gain: number
}

/** A sound drawn below the video's, to compare them: a dub of it, or a local file. */
export class SecondSound {
  readonly cells = proxy<{
    /** Its name; undefined without one. */
    name: string | undefined
    /** Share that is read; undefined once all is. */
    share: number | undefined
    fault: MediaFault | undefined
  }>({ name: undefined, share: undefined, fault: undefined })
  private shown: SecondWave | undefined
  private control = new AbortController()
  private readonly clock: { readonly ms: number }
  private readonly listeners = new Set<() => void>()

  /** Reads outwards from the clock's time. */
  constructor(clock: { readonly ms: number }) {
    this.clock = clock
  }

  /** The part that can be drawn. */
  get wave(): SecondWave | undefined {
    return this.shown
  }

  /** Notifies of every new part, and of another sound or none. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Reads a sound in place of the shown one. */
  async show(name: string, source: MediaSource): Promise<void> {
    this.hide()
    const { cells, control } = this
    const { signal } = control
    Object.assign(cells, { name, share: 0 })
    try {
      const media = await openMedia(source, signal)
      const peaks = new Peaks(endMs(media.facts))
      this.take({ peaks, gain: 1 })
      await media.peaks(this.clock.ms, signal, (from, buckets) => {
        peaks.fill(from, buckets)
        cells.share = peaks.knownMs / peaks.durationMs
        this.tell()
      })
      cells.share = undefined
      this.take({ peaks, gain: autoGain(peaks) })
      media.close()
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof MediaFailed)) throw error
      Object.assign(cells, { share: undefined, fault: error.fault })
    }
  }

  hide(): void {
    this.control.abort()
    this.control = new AbortController()
    Object.assign(this.cells, { name: undefined, share: undefined, fault: undefined })
    this.take(undefined)
  }

  private take(wave: SecondWave | undefined): void {
    this.shown = wave
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
