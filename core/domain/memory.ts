/** Limits of the translation memory. */
export const memoryLimits = {
  /** Longest text of a pair, in UTF-16 units. */
  textLength: 4000,
  /** Most lines of one request. */
  mostLines: 1000,
  /** A thousand lines of usual length and then some. */
  bodyBytes: 16 * 1024 ** 2,
  /** The year 9999. */
  latestMs: 253_402_300_799_999,
} as const
