/** Bytes sent at a time in milliseconds. */
export interface TransferSample {
  readonly at: number
  readonly sent: number
}

/** Older samples say nothing of the current rate. */
const WINDOW_MS = 8000
/** A shorter span gives no rate. */
const LEAST_MS = 500

/** The samples with one more, without old ones. */
export function withSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample]
}

/** Bytes a second over the last samples; 0 if unknown. */
export function transferRate(samples: readonly TransferSample[]): number {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < LEAST_MS) return 0
  return Math.max(0, ((last.sent - first.sent) * 1000) / (last.at - first.at))
}
