/** Limits of comments on cues. */
export const commentLimits = {
  /** UTF-16 units. */
  textLength: 2000,
  /** Of one version. */
  most: 2000,
} as const
