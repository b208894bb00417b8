import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { isLanguageCode, iso639_2 } from '#core/domain/languages.ts'
import { defaultBurnStyle, writeBurnAss } from '#core/subtitle/burn.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { writeSrt } from '#core/subtitle/srt.ts'
import { inspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { burnVersion, planBurn } from '#core/media/plans/burn.ts'
import { breakLongLines, planSoftTrack, softTrackExtension, softTrackVersion } from '#core/media/plans/soft-track.ts'
import type { Recipe } from '../task.ts'
import { storeArtifact, type StepBlob } from '../../jobs/run.ts'

/** The video with a subtitle version in the picture or as a track. */
export const synthesisRecipe: Recipe<z.output<typeof videoSynthesis.config>> = async (run, job) => {
  const { deps, signal } = run
  const { config, task } = job
  const video = inspectedVideo(await job.video())
  const cues = await job.frozenCues()
  const language = isLanguageCode(task.language) ? iso639_2(task.language) : 'und'
  const texts = cues.map(({ start, end, text }) => [start, end, text])
  const input = { content: video.content_hash, texts, type: config.synthesis_type, position: config.position, language }
  const isBurnt = config.synthesis_type === 'burn'
  const step = { name: 'render', version: isBurnt ? burnVersion : softTrackVersion, input, share: [0, 1] as const }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    const { streams } = video.info
    const extension = isBurnt
      ? 'mp4'
      : softTrackExtension(
          streams,
          cues.map(({ text }) => text),
        )
    const output = join(work.folder, `result.${extension}`)
    const subtitles = join(work.folder, isBurnt ? 'cues.ass' : 'cues.srt')
    const style = defaultBurnStyle(video.info.width, video.info.height, config.position)
    await writeFile(subtitles, isBurnt ? writeBurnAss(cues, style) : writeSrt(playable(cues)))
    // In a filter graph a path would have to be escaped: ffmpeg works in the folder.
    const plan = isBurnt
      ? planBurn({ source, output, ass: 'cues.ass', streams })
      : planSoftTrack({ source, output, subtitles, language, extension })
    await runFfmpeg(plan, {
      program: deps.engines.need('ffmpeg', {}).ffmpeg,
      signal,
      cwd: work.folder,
      durationMs: video.duration_ms,
      onProgress: work.onProgress,
    })
    return storeArtifact(run, `${work.scope}/result.${extension}`, output)
  })
  return { blob }
}

/** Cues that a track can hold: with text and a length, in time order. */
function playable(cues: readonly Cue[]): Cue[] {
  return cues
    .filter((cue) => cue.end > cue.start && cue.text.trim() !== '')
    .map((cue) => ({ ...cue, text: breakLongLines(cue.text) }))
    .sort((a, b) => a.start - b.start)
}
