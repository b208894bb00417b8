/** Computes voice embeddings; the nearer two are by cosine, the likelier they are one person. */
export interface EmbedEngine {
  /** Part of a step's key. */
  readonly version: string
  /** The embedding of 16 kHz mono sound. */
  embed(samples: Int16Array, options: { readonly signal: AbortSignal }): Promise<Float32Array>
}
