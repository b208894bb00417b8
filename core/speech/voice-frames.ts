/** Measurements of a recording's frames, to distinguish voices. */
export interface VoiceFrames {
  /** Milliseconds from one frame to the next. */
  readonly stepMs: number
  /** `TIMBRE` numbers for each frame. */
  readonly timbre: Float32Array
  /** Octaves; NaN if a frame is unvoiced. */
  readonly pitch: Float32Array
  /** Decibels. */
  readonly level: Float32Array
}
