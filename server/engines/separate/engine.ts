export interface SeparateOptions {
  /** Where the two files are written. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Takes sound apart into voices and everything else. */
export interface SeparateEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Paths of two WAV files as long as the one at `wavPath`. */
  separate(wavPath: string, options: SeparateOptions): Promise<{ voices: string; background: string }>
}
