import type { Args } from './parts.ts'

/** ffprobe arguments for `readFacts`, without the source. */
export const probeArgs: Args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json']

/** ffprobe arguments for the first presentation times in seconds, which show a variable rate; without the source. */
export function frameTimesArgs(videoIndex: number): Args {
  return [
    ...['-v', 'error', '-select_streams', `${videoIndex}`, '-read_intervals', '%+#600'],
    ...['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'],
  ]
}
