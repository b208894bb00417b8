import type { DuckedRange } from '#core/media/ducking.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import type { Run } from '../../jobs/run.ts'
import { speechAudio } from '../speech/speech-audio.ts'
import { voiceSpans } from '../speech/speech-spans.ts'
import type { Under } from './mix.ts'

/** Gain of the original under its own voice: any voice masks the rest. */
export const ORIGINAL_DB = -30
/** Gain where only the dub speaks, over music and noise. */
const ROOM_DB = -9
/** Gain where the original's voices were removed. */
const SOFT_DB = -4

export interface Heard {
  readonly video: InspectedVideo
  /** When the dub speaks. */
  readonly spoken: readonly TimeRange[]
  /** When the original speaks by its lines. */
  readonly said: readonly TimeRange[]
  /** The sound under the dub. */
  readonly under: Under['kind']
}

/**
 * When and how far the sound under a dub is ducked: deep wherever the original speaks, by its cues or by detected speech;
 * a little where only the dub does; not over music or noise alone.
 */
export async function duckedRanges(
  run: Run,
  { video, spoken, said, under }: Heard,
  share: readonly [number, number],
): Promise<DuckedRange[]> {
  const at = (ranges: readonly TimeRange[], db: number): DuckedRange[] =>
    ranges.map(({ start, end }) => ({ start, end, db }))
  if (under === 'none') return []
  if (under === 'background') return at(spoken, SOFT_DB)
  const heard = await voiceSpans(run, await speechAudio(run, { video, share }), share)
  return [...at(spoken, ROOM_DB), ...at([...said, ...(heard ?? [])], ORIGINAL_DB)]
}
