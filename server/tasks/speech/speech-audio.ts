import { join } from 'node:path'
import { type HeardSound, planAudioPiece, planSpeechAudio, speechAudioVersion } from '#core/media/plans/speech-audio.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'

export interface SpeechAudioStep {
  readonly video: VideoSource
  /** The first track by default, all channels mixed. */
  readonly sound?: HeardSound
  readonly share: readonly [number, number]
}

/** A video's sound as recognition takes it, made once for all tasks. */
export async function speechAudio(
  run: Run,
  { video, share, sound = { track: 0 } }: SpeechAudioStep,
): Promise<StepBlob> {
  const { deps, signal } = run
  const { track, channel } = sound
  const input = { content: video.content_hash, ...(track > 0 && { track }), ...(channel !== undefined && { channel }) }
  const step = { name: 'audio', version: speechAudioVersion, input, share }
  return run.step<StepBlob>(step, async ({ folder, scope, onProgress }) => {
    const output = join(folder, 'speech.wav')
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    const program = deps.engines.need('ffmpeg', {}).ffmpeg
    await runFfmpeg(planSpeechAudio({ source, output, ...sound }), {
      program,
      signal,
      durationMs: video.duration_ms,
      onProgress,
    })
    return storeArtifact(run, `${scope}/speech.wav`, output)
  })
}

/** Cuts a range of `speechAudio`'s file; `output` is the path of the new file. */
export async function cutSpeech(run: Run, audio: StepBlob, range: TimeRange, output: string): Promise<void> {
  const { deps, signal } = run
  const source = await deps.blobs.localPath(audio.blob, run.folder)
  const program = deps.engines.need('ffmpeg', {}).ffmpeg
  await runFfmpeg(planAudioPiece({ source, output, range }), { program, signal })
}
