import { autoGain, type Peaks } from '#core/media/peaks.ts'
import { editShotChanges, type ShotEdit } from '#core/timing/shot-edits.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { MediaReader, type MediaSink, type ReadingState, type SpectrumGoals } from '#src/media/reader.ts'
import type { MediaSource } from '#src/media/media.ts'
import type { EditorMedia } from './editor-media.ts'

const noVideo: ReadingState = { faults: {}, isDone: true }
const reading: ReadingState = { faults: {}, isDone: false }

/** Callbacks of a subscriber, each optional. */
export type AnalysisSink = Partial<MediaSink> & {
  /** Receives the automatic magnification of the waveform. */
  onGain?(gain: number): void
}

/**
 * Results from the video's pictures and sound, for commands, checks and the timeline. A late subscriber first receives
 * everything known.
 */
export class MediaAnalysis {
  /** Milliseconds, in order. */
  shotChanges: readonly number[] = []
  /** Times of speech, in order. */
  speech: readonly TimeRange[] = []
  /** Automatic magnification of the waveform; 1 until the whole sound is known. */
  gain = 1
  /** The user's edited list of shot changes, which replaces the detected one. */
  private edited: Promise<void> | undefined
  private isEdited = false
  private peaks: Peaks | undefined
  /** Thumbnails of the whole video, by index; undefined until their number is known. */
  private strip: (ImageBitmap | undefined)[] | undefined
  private current: ReadingState = noVideo
  private reader: MediaReader | undefined
  private readonly media: EditorMedia
  private readonly clock: { readonly ms: number }
  private readonly sinks = new Set<AnalysisSink>()

  /** Sound is read outwards from the clock's time. */
  constructor(media: EditorMedia, clock: { readonly ms: number }) {
    this.media = media
    this.clock = clock
  }

  /** For React: what is being read. */
  readonly state = (): ReadingState => this.current
  readonly onState = (listener: () => void): (() => void) => this.subscribe({ onState: listener })
  /** The same for times of speech. */
  readonly onSpeech = (listener: () => void): (() => void) => this.subscribe({ onSpeech: listener })

  subscribe(sink: AnalysisSink): () => void {
    this.sinks.add(sink)
    this.replay(sink)
    return () => this.sinks.delete(sink)
  }

  /** Reads a source; returns a function that stops it. */
  read(source: MediaSource): () => void {
    const { durationMs, derived, hasPicture } = this.media
    const reader = new MediaReader({ source, durationMs, hasPicture, ...derived }, this.collector())
    this.reader = reader
    this.setState(reading)
    // Without an answer the detected list is shown.
    this.edited ??= this.media.shots?.read().then(this.takeEdited, () => undefined)
    void reader.read(() => this.clock.ms)
    return () => {
      reader.close()
      if (this.reader === reader) this.reader = undefined
      this.setState(noVideo)
    }
  }

  /** Decodes what an unmoving view lacks: close parts of the waveform, pictures, and pieces of the spectrogram. */
  look(view: Parameters<MediaReader['look']>[0], pictureTimes: readonly number[], spectrum: SpectrumGoals): void {
    this.reader?.look(view, pictureTimes, spectrum)
  }

  /** Stops decoding for a view that moves on. */
  lookAway(): void {
    this.reader?.lookAway()
  }

  /** Shows frames at some times, if that needs no decoder to load. */
  glance(pictureTimes: readonly number[]): void {
    this.reader?.glance(pictureTimes)
  }

  /** The reader of the current source, for exact frames and sound; undefined without a video. */
  get decoder(): Pick<MediaReader, 'frames' | 'sound'> | undefined {
    return this.reader
  }

  /** A picture that a view has dropped may be requested again. */
  forgetPicture(ms: number): void {
    this.reader?.forgetPicture(ms)
  }

  /** Applies an edit of shot changes and stores it with the video. */
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

  /** Stores results and passes them on. */
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
        // The sound is complete by then.
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
