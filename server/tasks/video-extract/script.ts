import type { z } from 'zod'
import type { TaskReport, TaskReportLine } from '#core/domain/task.ts'
import { type ScriptLines, scriptLines } from '#core/speech/script-lines.ts'
import { type NewId, sequentialIds } from '#core/subtitle/cue/cue.ts'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import { inspectedVideo } from '../../app/videos/rows.ts'
import { withSoundTrack } from '../sound-track.ts'
import { TaskFailed } from '../../jobs/run.ts'
import { placeScript } from '../speech/place-script.ts'
import type { Recipe } from '../task.ts'
import { cueRules } from './cue-rules.ts'

type Config = z.output<typeof videoExtract.config>

/** Most characters of a text in the report. */
const LONGEST_NOTE = 1000

/** A script's lines at their spoken times, and the differences between script and sound. */
export const scriptRecipe: Recipe<Config> = async (run, { config, task, video: open }) => {
  const video = await withSoundTrack(run, inspectedVideo(await open()), config.sound_track)
  const { source_language: language, script: text = '' } = config
  const bytes = Buffer.byteLength(text)
  const { sentences } = await run.deps.heavy.later(bytes, (steps) => steps.do('readScript', { text }))
  if (sentences.length === 0) throw new TaskFailed('script_empty')
  const texts = sentences.map((sentence) => sentence.text)
  const { placed, added } = await placeScript(run, { video, language, sentences: texts, share: [0, 1] })
  if (!placed.some((words) => words)) throw new TaskFailed('script_not_spoken')
  const newId = sequentialIds(`${task.id}-`)
  const lines = scriptLines(sentences, placed, added, { rules: await cueRules(run, video, config), newId })
  const { cues, words, speakers: named } = lines
  return {
    version: { name: video.name, source: 'extract', language, cues, named, words: [...words] },
    report: reportOf(lines, newId),
  }
}

function reportOf({ cues, unsure, unspoken, added }: ScriptLines, newId: NewId): TaskReport {
  const unplaced = cues
    .filter(({ id }) => unsure.has(id))
    .map(({ id, start, end, text }): TaskReportLine => {
      return { cue_id: id, start, end, rate: 1, verdict: 'unplaced', note: '', cue: { start, end, text } }
    })
  const apart = (
    verdict: string,
    { start, end, text }: { start: number; end: number; text: string },
  ): TaskReportLine => {
    return { cue_id: newId(), start, end, rate: 1, verdict, note: text.slice(0, LONGEST_NOTE) }
  }
  const all = [
    ...unplaced,
    ...unspoken.map((part) => apart('not_spoken', part)),
    ...added.map((part) => apart('not_in_script', part)),
  ].toSorted((a, b) => a.start - b.start)
  return { flagged: all.length, lines: all }
}
