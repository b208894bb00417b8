import { channelsVersion, type HeardSound, planChannels } from '#core/media/plans/speech-audio.ts'
import { areApart, CHANNEL_RATE, type ChannelFacts, ChannelMeter } from '#core/speech/channels.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { SampleStream } from '../../engines/sample-stream.ts'
import type { Run } from '../../jobs/run.ts'

/** Whether the two channels of a track are one speaker each. */
export async function talkersAreApart(
  run: Run,
  video: VideoSource,
  sound: HeardSound,
  share: readonly [number, number],
): Promise<boolean> {
  const { deps, signal } = run
  const input = { content: video.content_hash, track: sound.track }
  const facts = await run.step<ChannelFacts>({ name: 'channels', version: channelsVersion, input, share }, async () => {
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    const meter = new ChannelMeter()
    const samples = new SampleStream(2, (pairs) => meter.take(pairs))
    await runFfmpeg(planChannels({ source, output: 'pipe:1', rate: CHANNEL_RATE, ...sound }), {
      program: deps.engines.need('ffmpeg', {}).ffmpeg,
      signal,
      durationMs: video.duration_ms,
      onBytes: (bytes) => samples.write(bytes),
    })
    return meter.facts
  })
  return areApart(facts)
}
