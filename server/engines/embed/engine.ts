/** Puts a voice into numbers; the nearer two are by their cosine, the likelier one person speaks in both. */
export interface EmbedEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Numbers for the voice in 16 kHz sound with one channel. */
  embed(samples: Int16Array, options: { readonly signal: AbortSignal }): Promise<Float32Array>
}
