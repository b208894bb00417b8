import { proxy } from 'valtio'
import { type MediaFault, MediaFailed } from '#core/media/fault.ts'
import { endMs } from '#core/media/facts.ts'
import { autoGain, Peaks } from '#core/media/peaks.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** What is drawn of the second sound. */
export interface SecondWave {
  readonly peaks: Peaks
  readonly gain: number
}

/** A sound that is drawn under the video's own, to compare the two: a dub of it, or a file of this computer. */
export class SecondSound {
  readonly cells = proxy<{
    /** What it is called; undefined where there is none. */
    name: string | undefined
    /** How much of it is read; undefined when it is whole. */
    share: number | undefined
    fault: MediaFault | undefined
  }>({ name: undefined, share: undefined, fault: undefined })
  private shown: SecondWave | undefined
  private control = new AbortController()
  private readonly clock: { readonly ms: number }
  private readonly listeners = new Set<() => void>()

  /** It is read from the clock's time outwards. */
  constructor(clock: { readonly ms: number }) {
    this.clock = clock
  }

  /** What can be drawn by now. */
  get wave(): SecondWave | undefined {
    return this.shown
  }

  /** Tells of every part that came, and of another sound or none. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Reads a sound in place of the one that is shown. */
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
