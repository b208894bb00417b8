import type { z } from 'zod'
import type { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { knownSpeakers } from '../../app/subtitles/speakers.ts'
import { keepMix } from '../../app/tasks/dub-mixes.ts'
import { dubVideo } from '../dubbing/dub.ts'
import { notesOf } from '../dubbing/notes.ts'
import { reportOf } from '../dubbing/report.ts'
import type { Recipe } from '../task.ts'
import { withSoundTrack } from '../sound-track.ts'
import { usedVideo } from '../used-video.ts'

/** A version's cues spoken over its video. */
export const dubbingOnlyRecipe: Recipe<z.output<typeof videoDubbingOnly.config>> = async (run, job) => {
  const used = await usedVideo(run, job)
  const video = await withSoundTrack(run, used.video, job.config.sound_track)
  const { cues, imported } = await job.frozenVersion()
  const language = languageOf(job.task)
  const { video_type: output, ...choice } = job.config
  const known = await knownSpeakers(run.deps.db, job.task.account_id, job.task.folder_id, imported)
  const dub = { video, cues, language, choice, output, known, notes: notesOf(job.task.config), share: [0, 1] } as const
  const { blob, rows, spans, remarks, mix } = await dubVideo(run, dub)
  await keepMix(run.deps.db, job.task.id, mix)
  return { blob, report: reportOf(rows, cues, { spans, remarks }) }
}
