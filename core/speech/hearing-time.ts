/** How much faster than speech a core recognises by the base model of Whisper: about, on processors without a GPU. */
const PACE_OF_CORE = 3
/** More cores than this are of no use to one recording. */
const MOST_CORES = 4

/** About how many minutes a recording takes on a machine of so many cores; 1 at least. */
export function hearingMinutes(durationMs: number, cores: number): number {
  const pace = PACE_OF_CORE * Math.max(1, Math.min(MOST_CORES, cores))
  return Math.max(1, Math.ceil(durationMs / 60_000 / pace))
}
