/** Bounds of one recording of a person. */
export const recordingLimits = {
  /** Longest recording of a line or a passage. */
  ms: 120_000,
  /** Largest file of one: two minutes at 48 kHz. */
  bytes: 12 * 1024 ** 2,
  rate: { min: 8000, max: 48_000 },
} as const
