export interface SeparateOptions {
  /** Output paths of the two files. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Separates voices from everything else. */
export interface SeparateEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Paths of two WAV files of the length of `wavPath`. */
  separate(wavPath: string, options: SeparateOptions): Promise<{ voices: string; background: string }>
}
