import { autoGain, type Peaks } from '#core/media/peaks.ts'
import { editShotChanges, type ShotEdit } from '#core/timing/shot-edits.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { MediaReader, type MediaSink, type ReadingState, type SpectrumWish } from '#src/media/reader.ts'
import type { MediaSource } from '#src/media/media.ts'
import type { EditorMedia } from './editor-media.ts'

const noVideo: ReadingState = { faults: {}, isDone: true }
const reading: ReadingState = { faults: {}, isDone: false }

/** What a subscriber wants to be called with; what it leaves out is not missed. */
export type AnalysisSink = Partial<MediaSink> & {
  /** How much higher the waveform is drawn by itself. */
  onGain?(gain: number): void
}

/**
 * What was found in the video's pictures and sound, for commands, checks and the timeline alike. A late subscriber
 * is called with everything that is known by then.
 */
export class MediaAnalysis {
  /** Milliseconds, in order. */
  shotChanges: readonly number[] = []
  /** Where there is speech, in order. */
  speech: readonly TimeRange[] = []
  /** How much higher than the sound the waveform is drawn by itself; 1 until the whole sound is known. */
  gain = 1
  /** The list that a person made of what was found: from then on it holds. */
  private edited: Promise<void> | undefined
  private isEdited = false
  private peaks: Peaks | undefined
  /** Pictures over the whole video, by place; undefined until it is known how many there will be. */
  private strip: (ImageBitmap | undefined)[] | undefined
  private current: ReadingState = noVideo
  private reader: MediaReader | undefined
  private readonly media: EditorMedia
  private readonly clock: { readonly ms: number }
  private readonly sinks = new Set<AnalysisSink>()

  /** Sound is read from the clock's time outwards. */
  constructor(media: EditorMedia, clock: { readonly ms: number }) {
    this.media = media
    this.clock = clock
  }

  /** For React: what is being read. */
  readonly state = (): ReadingState => this.current
  readonly onState = (listener: () => void): (() => void) => this.subscribe({ onState: listener })
  /** The same for where there is speech. */
  readonly onSpeech = (listener: () => void): (() => void) => this.subscribe({ onSpeech: listener })

  subscribe(sink: AnalysisSink): () => void {
    this.sinks.add(sink)
    this.replay(sink)
    return () => this.sinks.delete(sink)
  }

  /** Reads a source; returns what ends that. */
  read(source: MediaSource): () => void {
    const { durationMs, derived, hasPicture } = this.media
    const reader = new MediaReader({ source, durationMs, hasPicture, ...derived }, this.collector())
    this.reader = reader
    this.setState(reading)
    // Without an answer what was found is shown.
    this.edited ??= this.media.shots?.read().then(this.takeEdited, () => undefined)
    void reader.read(() => this.clock.ms)
    return () => {
      reader.close()
      if (this.reader === reader) this.reader = undefined
      this.setState(noVideo)
    }
  }

  /** Decodes what a view at rest lacks: close parts of the waveform, pictures of some times, pieces of the spectrogram. */
  look(view: Parameters<MediaReader['look']>[0], pictureTimes: readonly number[], spectrum: SpectrumWish): void {
    this.reader?.look(view, pictureTimes, spectrum)
  }

  /** The view moves on: what it showed is not decoded any more. */
  lookAway(): void {
    this.reader?.lookAway()
  }

  /** Shows the frames at some times, as far as that needs no decoder to be loaded. */
  glance(pictureTimes: readonly number[]): void {
    this.reader?.glance(pictureTimes)
  }

  /** What reads the video now, for exact frames and sound; another one for another source, none without a video. */
  get decoder(): Pick<MediaReader, 'frames' | 'sound'> | undefined {
    return this.reader
  }

  /** A picture that a view let go of may be asked for again. */
  forgetPicture(ms: number): void {
    this.reader?.forgetPicture(ms)
  }

  /** Changes the shot changes by hand and keeps them with the video. */
  editShots(edit: ShotEdit): void {
    const before = this.shotChanges
    const after = editShotChanges(before, edit)
    this.takeEdited(after)
    this.media.shots?.write(before, after, this.takeEdited)
  }

  private readonly takeEdited = (times: readonly number[] | undefined): void => {
    if (!times) return
    this.isEdited = true
    this.showShots(times)
  }

  private showShots(times: readonly number[]): void {
    this.shotChanges = times
    this.send((sink) => sink.onShotChanges?.(times))
  }

  private setState(state: ReadingState): void {
    this.current = state
    this.send((sink) => sink.onState?.(state))
  }

  private send(call: (sink: AnalysisSink) => void): void {
    for (const sink of this.sinks) call(sink)
  }

  /** Keeps what comes in, then passes it on. */
  private collector(): MediaSink {
    return {
      onState: (state) => this.setState(state),
      onPeaks: (peaks) => {
        this.peaks = peaks
        this.send((sink) => sink.onPeaks?.(peaks))
      },
      onSound: () => this.send((sink) => sink.onSound?.()),
      onStrip: (count) => {
        this.strip = Array.from({ length: count })
        this.send((sink) => sink.onStrip?.(count))
      },
      onPicture: (index, image) => {
        if (this.strip) this.strip[index] = image
        this.send((sink) => sink.onPicture?.(index, image))
      },
      onFinePicture: (ms, image) => this.send((sink) => sink.onFinePicture?.(ms, image)),
      onSpectrum: (tile, grey) => this.send((sink) => sink.onSpectrum?.(tile, grey)),
      onShotChanges: (times) => {
        if (!this.isEdited) this.showShots(times)
      },
      onSpeech: (ranges) => {
        this.speech = ranges
        this.send((sink) => sink.onSpeech?.(ranges))
        // All sound is there by then.
        const gain = this.peaks ? autoGain(this.peaks) : 1
        this.gain = gain
        this.send((sink) => sink.onGain?.(gain))
      },
    }
  }

  private replay(sink: AnalysisSink): void {
    const { peaks, strip } = this
    if (peaks) sink.onPeaks?.(peaks)
    if (strip) sink.onStrip?.(strip.length)
    for (const [index, image] of strip?.entries() ?? []) if (image) sink.onPicture?.(index, image)
    if (this.shotChanges.length > 0) sink.onShotChanges?.(this.shotChanges)
    if (this.gain !== 1) sink.onGain?.(this.gain)
    if (this.speech.length > 0) sink.onSpeech?.(this.speech)
  }
}
