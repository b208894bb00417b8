import type { z } from 'zod'
import { isNotTranslated } from '#core/domain/task.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import type { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import { knownSpeakers } from '../../app/subtitles/speakers.ts'
import { keepMix } from '../../app/tasks/dub-mixes.ts'
import { dubVideo } from '../dubbing/dub.ts'
import { notesOf } from '../dubbing/notes.ts'
import { reportOf } from '../dubbing/report.ts'
import { translateCues } from '../subtitle-translate/translate-cues.ts'
import type { Recipe } from '../task.ts'
import { withSoundTrack } from '../sound-track.ts'
import { usedVideo } from '../used-video.ts'
import { ownStylesFile, renderSubtitles } from '../video-synthesis/render.ts'

/** Translated cues spoken over the video, and shown in it if wanted. */
export const dubbingRecipe: Recipe<z.output<typeof videoDubbing.config>> = async (run, job) => {
  const { config, task } = job
  const { to_language: to, synthesis_type: type, style, ...choice } = config
  const used = await usedVideo(run, job)
  const video = await withSoundTrack(run, used.video, job.config.sound_track)
  const { cues: original, style: own, imported } = await job.frozenVersion()
  const lines = { cues: original, choice: config, taskId: task.id, share: [0, 0.2], keepsTimes: true } as const
  const { cues, flagged } = await translateCues(run, lines)
  // Untranslated cues are not spoken: they would be in the wrong language.
  const untranslated = new Set(flagged.flatMap((line) => (isNotTranslated(line) ? [line.cue_id] : [])))
  const spoken = cues.filter(({ id }) => !untranslated.has(id))
  const isShown = type !== 'none'
  const share = [0.2, isShown ? 0.7 : 1] as const
  const known = await knownSpeakers(run.deps.db, task.account_id, task.folder_id, imported)
  const notes = notesOf(task.config)
  const wanted = { video, cues: spoken, original, language: to, choice, output: 'video', known, notes, share } as const
  const dub = await dubVideo(run, wanted)
  await keepMix(run.deps.db, task.id, dub.mix)
  const version = { name: task.name, source: 'translate' as const, language: to, cues, style: own, imported }
  const report = reportOf(dub.rows, cues, { spans: dub.spans, translated: flagged, remarks: dub.remarks })
  if (!isShown) return { blob: dub.blob, version, report }
  const info = { ...dub.info, streams: dubbedStreams(dub.info.streams) }
  const { blob } = await renderSubtitles(run, {
    source: { blob: dub.blob, content: dub.blob, info, durationMs: dub.durationMs },
    cues: slowedRanges(dub.spans, cues),
    language: to,
    type,
    style: style ?? own ?? usualBurnStyle,
    stylesFile: style ? null : ownStylesFile(imported),
    isClearOfText: config.clear_of_text,
    share: [0.7, 1],
  })
  return { blob, version, report }
}

/** Streams of a dubbed video: its picture, then the dub. */
function dubbedStreams<S extends { readonly kind: string }>(streams: readonly S[]) {
  const picture = streams.filter(({ kind }) => kind === 'video').slice(0, 1)
  return [...picture, { kind: 'audio' as const, codec: 'aac', language: '' }]
}
