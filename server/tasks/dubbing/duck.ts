import { type DuckedRange, type Ducking, duckedRanges } from '#core/media/ducking.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import type { Run } from '../../jobs/run.ts'
import { speechAudio } from '../speech/speech-audio.ts'
import { voiceSpans } from '../speech/speech-spans.ts'

/** Where the sound under a dub is ducked, with speech that an engine detects besides the lines. */
export async function duckedSound(
  run: Run,
  { video, ...ducking }: Ducking & { readonly video: InspectedVideo },
  share: readonly [number, number],
): Promise<DuckedRange[]> {
  if (ducking.under !== 'original') return duckedRanges(ducking)
  const heard = await voiceSpans(run, await speechAudio(run, { video, share }), share)
  return duckedRanges({ ...ducking, said: [...ducking.said, ...(heard ?? [])] })
}
