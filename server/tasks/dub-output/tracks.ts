import { join } from 'node:path'
import { soundTracks } from '#core/media/media-info.ts'
import { dubVersion, planDubTracks } from '#core/media/plans/dub.ts'
import { holdsInMp4 } from '#core/media/plans/soft-track.ts'
import type { FinishedDub } from '../../app/tasks/dub-mixes.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import { dubbedPicture, joinedPackets, packetsOf } from '../dubbing/mix.ts'

/** A finished dub with the dubs of its other languages and the video's own sound as tracks; pictures and sound are copied. */
export async function withAllDubs(run: Run, first: FinishedDub, all: readonly FinishedDub[]): Promise<StepBlob> {
  const { video } = first.mix
  // Dubs over another picture, such as a slowed one, are not in time with this one.
  const others = all.filter(
    ({ language, mix }) => language !== first.language && mix.video.content_hash === video.content_hash,
  )
  const dubs = [first, ...others]
  const tracks: { language: FinishedDub['mix']['language']; pieces: readonly string[]; samples: number }[] = []
  for (const [at, { mix }] of dubs.entries()) {
    const share = [(0.9 * at) / dubs.length, (0.9 * (at + 1)) / dubs.length] as const
    tracks.push({ language: mix.language, ...(await packetsOf(run, mix, 'stereo', share)) })
  }
  const shown = dubbedPicture(video, first.result ?? undefined)
  const input = { content: video.content_hash, finished: first.result, tracks }
  const step = { name: 'dub_tracks', version: dubVersion, input, share: [0.9, 1] as const }
  return run.step<StepBlob>(step, async ({ folder, scope }) => {
    const { deps, signal } = run
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const packets = []
    for (const [at, { language, ...track }] of tracks.entries())
      packets.push(await joinedPackets(run, track, { path: join(folder, `${at}.adts`), language }))
    const [track] = soundTracks(video.info)
    const extension = track && !holdsInMp4(track) ? 'mkv' : shown.extension
    const output = join(folder, `result.${extension}`)
    const source = await deps.blobs.localPath(shown.blob, run.folder)
    // MP4's text tracks are SubRip in Matroska.
    const subtitles = shown.subtitles === 'copy' && extension !== shown.extension ? 'srt' : shown.subtitles
    const own = track && {
      source: await deps.blobs.localPath(video.blob_key, run.folder),
      language: track.language || 'und',
    }
    const plan = planDubTracks({ ...shown, source, subtitles }, packets, { output, extension, own })
    await runFfmpeg(plan, { program, signal })
    await checkResult(ffprobe, output, video.duration_ms, signal)
    return storeArtifact(run, `${scope}/result.${extension}`, output)
  })
}
