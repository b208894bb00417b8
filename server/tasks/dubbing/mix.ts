import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DubOutput as DubKind } from '#core/domain/dubbing.ts'
import { iso639_2, type LanguageCode } from '#core/domain/languages.ts'
import { voiceGainDb } from '#core/media/ducking.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { AAC_FRAME, framesOf } from '#core/media/mix-pieces.ts'
import type { MixLayout } from '#core/media/mixed-sound.ts'
import {
  dubExtension,
  type DubbedPicture,
  type DubPackets,
  dubVersion,
  LoudnessReader,
  planDubbedSound,
  planDubbedVideo,
  planLoudness,
  planSeparable,
} from '#core/media/plans/dub.ts'
import type { InspectedVideo, VideoSource } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import type { DubMix, Under } from '../../store/tables/dub-mix.ts'
import { MixSound } from './mix-sound.ts'
import { underSound } from './under-sound.ts'

export type { MixSound }

/** The mix of a dub, whose unchanged pieces are kept. */
export async function mixSound(
  run: Run,
  mix: DubMix,
  layout: MixLayout,
  share: readonly [number, number],
): Promise<MixSound> {
  return new MixSound(run, mix, { under: await underSound(run, { ...mix, layout }, share), layout })
}

/** Pieces of a mix as packets of AAC. */
interface MixPackets {
  readonly pieces: readonly string[]
  readonly samples: number
}

/** A dub's packets at its loudness. */
export async function packetsOf(
  run: Run,
  mix: DubMix,
  layout: MixLayout,
  [from, to]: readonly [number, number],
): Promise<MixPackets> {
  const at = (part: number): number => from + (to - from) * part
  const sound = await mixSound(run, mix, layout, [from, at(0.2)])
  const gainDb = await sound.gainDb([at(0.2), at(0.5)])
  const pieces = await sound.packets(gainDb, [at(0.5), to])
  return { pieces, samples: sound.samples }
}

/** The packets joined in one file. */
export async function joinedPackets(
  { deps, folder }: Run,
  { pieces, samples }: MixPackets,
  { path, language }: { readonly path: string; readonly language: LanguageCode },
): Promise<DubPackets> {
  for (const blob of pieces) await appendFile(path, await readFile(await deps.blobs.localPath(blob, folder)))
  const count = framesOf(samples)
  return { packets: path, count, rest: samples - (count - 2) * AAC_FRAME, language: iso639_2(language) }
}

interface MixChoice {
  readonly mix: DubMix
  readonly kind: DubKind
  readonly layout?: MixLayout
  /** The file of a finished dub, whose picture and subtitles it gets; else the video's picture. */
  readonly finished?: string | undefined
}

/** The mix at the target loudness, muxed with the picture, which is copied, or alone. */
export async function mixDub(
  run: Run,
  { mix, kind, layout = 'stereo', finished }: MixChoice,
  [from, to]: readonly [number, number],
): Promise<StepBlob> {
  const { deps, signal } = run
  const { video, language } = mix
  const { pieces, samples } = await packetsOf(run, mix, layout, [from, from + (to - from) * 0.9])
  const shown = dubbedPicture(video, finished)
  const extension = kind === 'sound' ? 'm4a' : shown.extension
  const input = { content: video.content_hash, pieces, kind, language, ...(finished !== undefined && { finished }) }
  const step = { name: 'mix', version: dubVersion, input, share: [from + (to - from) * 0.9, to] as const }
  return run.step<StepBlob>(step, async ({ folder, scope }) => {
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const sound = await joinedPackets(run, { pieces, samples }, { path: join(folder, 'dub.adts'), language })
    const source = await deps.blobs.localPath(shown.blob, run.folder)
    const output = join(folder, `result.${extension}`)
    const plan =
      extension === 'm4a'
        ? planDubbedSound(source, sound, output)
        : planDubbedVideo({ ...shown, source }, sound, { output, extension })
    await runFfmpeg(plan, { program, signal })
    await checkResult(ffprobe, output, video.duration_ms, signal)
    return storeArtifact(run, `${scope}/result.${extension}`, output)
  })
}

/** Where a dub's picture comes from: a finished dub's file, which has its subtitles, or the video. */
export function dubbedPicture(
  video: DubMix['video'],
  finished: string | undefined,
): Omit<DubbedPicture, 'source'> & { readonly blob: string; readonly extension: 'mp4' | 'mkv' } {
  if (finished === undefined || finished.endsWith('.m4a')) {
    const extension = dubExtension(video.info.streams)
    return { blob: video.blob_key, extension, videoIndex: videoIndexOf(video.info), subtitles: 'none' }
  }
  // Results begin with their picture.
  return { blob: finished, extension: finished.endsWith('.mkv') ? 'mkv' : 'mp4', videoIndex: 0, subtitles: 'copy' }
}

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
export async function voiceGain(run: Run, video: VideoSource, share: readonly [number, number]): Promise<number> {
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
