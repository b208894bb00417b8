/** How much had been sent at a time, in bytes and milliseconds. */
export interface TransferSample {
  readonly at: number
  readonly sent: number
}

/** What happened longer ago says nothing of how fast it goes now. */
const WINDOW_MS = 8000
/** Less time than this tells no rate. */
const LEAST_MS = 500

/** Samples with one more, without those that are too old. */
export function withSample(samples: readonly TransferSample[], sample: TransferSample): TransferSample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample]
}

/** Bytes a second over the last samples; 0 where they tell none. */
export function transferRate(samples: readonly TransferSample[]): number {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < LEAST_MS) return 0
  return Math.max(0, ((last.sent - first.sent) * 1000) / (last.at - first.at))
}
