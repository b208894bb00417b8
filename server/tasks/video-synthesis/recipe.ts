import type { z } from 'zod'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'
import type { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { slowedMs, slowedRanges } from '#core/timing/slow-spans.ts'
import { wordTimesOf } from '../../app/subtitles/word-times.ts'
import { subjectId } from '../../app/tasks/attempts.ts'
import type { Db } from '../../store/db.ts'
import type { Recipe } from '../task.ts'
import { shownVideo } from '../used-video.ts'
import { renderSubtitles } from './render.ts'

/** Word times of a task's cues, in the video as it is shown. */
async function wordsOf(db: Db, taskId: string, cues: readonly Cue[], spans: readonly SlowSpan[]): Promise<WordsOf> {
  const version = await subjectId(db, taskId, 'subtitle')
  const times = new WordTimes(version === undefined ? [] : await wordTimesOf(db, version))
  const there = new Set(cues.map(({ id }) => id))
  const found = new Map(cues.map((cue) => [cue.id, times.of(cue, (id) => there.has(id))]))
  return ({ id }) => found.get(id)?.map((word) => ({ ...word, start: slowedMs(spans, word.start) }))
}

/** The video with a subtitle version in the picture or as a track. */
export const synthesisRecipe: Recipe<z.output<typeof videoSynthesis.config>> = async (run, job) => {
  const { config, task } = job
  const { video, spans, isPlain } = await shownVideo(run, job)
  const { blob_key, content_hash, info, duration_ms } = video
  const { cues, imported, second } = await job.frozenVersion()
  const { synthesis_type: type, style = usualBurnStyle, second_place: place, second_size: size } = config
  const { blob } = await renderSubtitles(run, {
    source: { blob: blob_key, content: content_hash, info, durationMs: duration_ms },
    cues: slowedRanges(spans, cues),
    language: task.language,
    type,
    style,
    ...(second && { second: { ...second, cues: slowedRanges(spans, second.cues), place, size } }),
    stylesFile: config.file_styles ? imported.imported_file_id : null,
    isClearOfText: config.clear_of_text && !isPlain,
    words: second ? undefined : await wordsOf(run.deps.db, task.id, cues, spans),
    share: [0, 1],
  })
  return { blob }
}
