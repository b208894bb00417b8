/** Approximate speed of the base model of Whisper per core, relative to real time, without a GPU. */
const PACE_OF_CORE = 3
/** A recording does not use more cores. */
const MOST_CORES = 4

/** Approximate minutes for a recording on a machine with this many cores; at least 1. */
export function hearingMinutes(durationMs: number, cores: number): number {
  const pace = PACE_OF_CORE * Math.max(1, Math.min(MOST_CORES, cores))
  return Math.max(1, Math.ceil(durationMs / 60_000 / pace))
}
