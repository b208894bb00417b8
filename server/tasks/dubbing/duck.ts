import type { DuckedRange } from '#core/media/ducking.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import type { Run } from '../../jobs/run.ts'
import { speechAudio } from '../speech/speech-audio.ts'
import { voiceSpans } from '../speech/speech-spans.ts'
import type { Under } from './mix.ts'

/** How far the original steps back where its own voice is heard: what is left of it is masked by any voice. */
export const ORIGINAL_DB = -30
/** Where the dub alone speaks, over music and noise. */
const ROOM_DB = -9
/** Where the original has no voices any more. */
const SOFT_DB = -4

export interface Heard {
  readonly video: InspectedVideo
  /** When the dub speaks. */
  readonly spoken: readonly TimeRange[]
  /** When the original speaks by its lines. */
  readonly said: readonly TimeRange[]
  /** What stays under the dub. */
  readonly under: Under['kind']
}

/**
 * Where the sound under a dub steps back, and how far: deep wherever the original speaks, by its lines and by what is heard
 * in it, also between its lines; a little where the dub alone does; not at all where there is only music or noise.
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
