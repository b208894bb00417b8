/** What is measured of a recording, frame by frame, to tell voices apart. */
export interface VoiceFrames {
  /** Milliseconds from one frame to the next. */
  readonly stepMs: number
  /** `TIMBRE` numbers for each frame. */
  readonly timbre: Float32Array
  /** Octaves; not a number where a frame is not voiced. */
  readonly pitch: Float32Array
  /** Decibels. */
  readonly level: Float32Array
}
