import { join } from 'node:path'
import { DUB_LUFS, type DubOutput as DubKind } from '#core/domain/dubbing.ts'
import { isLanguageCode, iso639_2 } from '#core/domain/languages.ts'
import { voiceGainDb } from '#core/media/ducking.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import {
  dubExtension,
  type DubSounds,
  dubVersion,
  LoudnessReader,
  planDubbedSound,
  planDubbedVideo,
  planLoudness,
  planMixLoudness,
  planSeparable,
} from '#core/media/plans/dub.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import type { DubTracks } from './tracks.ts'

export interface Mix {
  readonly video: InspectedVideo
  readonly tracks: DubTracks
  readonly under: Under
  readonly language: string
  readonly kind: DubKind
  /** Level of the sound under the voices. */
  readonly underDb: number
  readonly targetLufs: number
}

/** Mixes the dub over the kept part of the video's sound at the target loudness, and muxes it with the picture. */
export async function mixDub(run: Run, mix: Mix, [from, to]: readonly [number, number]): Promise<StepBlob> {
  const { deps, signal } = run
  const { video, tracks, kind, language, under, underDb, targetLufs } = mix
  const at = (part: number): number => from + (to - from) * part
  const gainDb = under.kind === 'none' ? 0 : await voiceGain(run, video, [from, at(0.2)])
  const extension = kind === 'sound' ? 'm4a' : dubExtension(video.info.streams)
  const input = {
    ...{ content: video.content_hash, tracks, under, voiceGainDb: gainDb, kind, language },
    // Dubs without these choices keep their keys.
    ...(underDb !== 0 && { underDb }),
    ...(targetLufs !== DUB_LUFS && { targetLufs }),
  }
  const step = { name: 'mix', version: dubVersion, input, share: [at(0.2), to] as const }
  return run.step<StepBlob>(step, async (work) => {
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const sounds: DubSounds = {
      source: await deps.blobs.localPath(video.blob_key, run.folder),
      videoIndex: videoIndexOf(video.info),
      voice: await deps.blobs.localPath(tracks.blob, run.folder),
      gain: await deps.blobs.localPath(tracks.gain, run.folder),
      under:
        under.kind === 'background' ? { ...under, path: await deps.blobs.localPath(under.blob, run.folder) } : under,
      voiceGainDb: gainDb,
      durationMs: video.duration_ms,
      underDb,
    }
    const meter = new LoudnessReader()
    await runFfmpeg(planMixLoudness(sounds), { program, signal, onLogLine: (line) => meter.take(line) })
    const output = join(work.folder, `result.${extension}`)
    const wanted = {
      output,
      lufs: meter.lufs,
      targetLufs,
      language: isLanguageCode(language) ? iso639_2(language) : 'und',
    }
    const plan =
      extension === 'm4a' ? planDubbedSound(sounds, wanted) : planDubbedVideo(sounds, { ...wanted, extension })
    const { onProgress } = work
    await runFfmpeg(plan, { program, signal, durationMs: video.duration_ms, onProgress })
    await checkResult(ffprobe, output, video.duration_ms, signal)
    return storeArtifact(run, `${work.scope}/result.${extension}`, output)
  })
}

/** The sound under a dub's voices. */
export type Under = { readonly kind: 'original' | 'none' } | { readonly kind: 'background'; readonly blob: string }

/** The sound under the voices: the original without its voices if an engine can remove them. */
export async function soundUnder(
  run: Run,
  { video, keepBackground }: { readonly video: InspectedVideo; readonly keepBackground: boolean },
  share: readonly [number, number],
): Promise<Under> {
  if (!keepBackground || !video.info.hasAudio) return { kind: 'none' }
  const { deps, signal } = run
  const engine = deps.engines.for('separate', {})
  if (!engine) return { kind: 'original' }
  const step = { name: 'separate', version: engine.version, input: { content: video.content_hash }, share }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const wav = join(work.folder, 'whole.wav')
    const program = deps.engines.need('ffmpeg', {}).ffmpeg
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    await runFfmpeg(planSeparable({ source, output: wav }), { program, signal, durationMs: video.duration_ms })
    const { background } = await engine.separate(wav, { folder: work.folder, signal, onProgress: work.onProgress })
    return storeArtifact(run, `${work.scope}/background.wav`, background)
  })
  return { kind: 'background', blob }
}

/** Gain in decibels that matches the dub to the original's speech, so that music keeps its level. */
async function voiceGain(run: Run, video: InspectedVideo, share: readonly [number, number]): Promise<number> {
  const { deps, signal } = run
  const step = { name: 'level', version: dubVersion, input: { content: video.content_hash }, share }
  const { lufs } = await run.step<{ lufs: number | null }>(step, async () => {
    const meter = new LoudnessReader()
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    const program = deps.engines.need('ffmpeg', {}).ffmpeg
    await runFfmpeg(planLoudness(source), { program, signal, onLogLine: (line) => meter.take(line) })
    return { lufs: meter.lufs ?? null }
  })
  return voiceGainDb(lufs)
}
