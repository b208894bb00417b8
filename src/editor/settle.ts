/**
 * How long after the last change of the text what only sums it up is drawn anew, in milliseconds: one time for all, so
 * that they share a frame.
 */
export const SETTLE_MS = 400
