import type { z } from 'zod'
import { withKnownNames } from '#core/speech/known-names.ts'
import { wordsByTalker } from '#core/speech/channels.ts'
import { type CueRules, wordsToCues } from '#core/speech/cues.ts'
import { wordsOfCues } from '#core/speech/cue-words.ts'
import { fuseLines } from '#core/speech/fuse.ts'
import { speakersOfCues } from '#core/speech/speakers.ts'
import type { Word } from '#core/speech/words.ts'
import { type Cue, type NewId, sequentialIds } from '#core/subtitle/cue/cue.ts'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import { folderSettings } from '../../app/pro/settings.ts'
import { inspectedVideo } from '../../app/videos/rows.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { type Heard, hearWords } from '../speech/hear-words.ts'
import type { Recipe } from '../task.ts'
import { cueRules } from './cue-rules.ts'
import { reportOf } from './report.ts'
import { scriptRecipe } from './script.ts'
import { noPictureCues, type PictureCues, type ReadCue, readCues } from './text.ts'

type Config = z.output<typeof videoExtract.config>

/** Subtitles from the picture, from speech, or from both. */
export const extractRecipe: Recipe<Config> = async (run, job) => {
  const { config, task, video: open } = job
  if (config.script !== undefined) return scriptRecipe(run, job)
  const video = inspectedVideo(await open())
  const { subtitle_extract_mode: mode, source_language: language } = config
  const rules = await cueRules(run, video, config)
  const newId = sequentialIds(`${task.id}-`)
  const reads = mode !== 'audio'
  const hears = mode !== 'text'
  const within = config.subtitle_region_type === 'manual' ? config.subtitle_region : undefined
  const share = (from: number, to: number): [number, number] => [from, to]
  const seen = reads
    ? await readCues(run, { video, language, within, newId, share: share(0, hears ? 0.5 : 1) })
    : noPictureCues
  const { sound_track: track, channels, speakers } = config
  const hearing = { video, language, track, channels, speakers, share: share(reads ? 0.5 : 0, 1) }
  const { words: heard, voices }: Heard = hears ? await hearWords(run, hearing) : { words: [] }
  // Similar-sounding names are known for English.
  const words = language === 'en' && heard.length > 0 ? withKnownNames(heard, await knownNames(run, video)) : heard
  if (seen.cues.length === 0 && words.length === 0) throw new TaskFailed(nothingFound(mode, seen))
  const fused = reads && hears ? fuseLines(cuesOf(seen.cues), words, rules, newId) : undefined
  const cues = fused?.map(({ cue }) => cue) ?? (reads ? cuesOf(seen.cues) : spokenCues(words, rules, newId))
  const said = speakersOfCues(cues, words)
  const lines = [...said].map(([cue_id, { sure }]) => ({ cue_id, sure }))
  const isApart = voices !== undefined && voices.count > 1
  return {
    version: {
      ...{ name: video.name, source: 'extract', language, cues },
      speakers: new Map([...said].map(([id, { speaker }]) => [id, speaker])),
      words: wordsOfCues(cues, words, rules.unspaced),
    },
    report: {
      ...reportOf({ cues, words, seen, fused, said: isApart ? said : new Map(), newId }),
      ...(voices && { voices: isApart ? { ...voices, lines } : voices }),
    },
  }
}

/** Names of the folder's speakers and of its glossary. */
async function knownNames({ deps: { db } }: Run, { folder_id }: { readonly folder_id: string }): Promise<string[]> {
  const roles = await db.selectFrom('role').select('name').where('folder_id', '=', folder_id).orderBy('id').execute()
  const { glossary } = await folderSettings(db, folder_id)
  const terms = glossary.map(({ from }) => from).filter((term) => term !== term.toLowerCase())
  return [...new Set([...roles.map(({ name }) => name), ...terms])]
}

/** Cues of speakers on separate channels are made separately: they may overlap. */
function spokenCues(words: readonly Word[], rules: CueRules, newId: NewId): Cue[] {
  const lines = wordsByTalker(words).flatMap((own) => wordsToCues(own, rules, newId))
  return lines.sort((a, b) => a.start - b.start)
}

const cuesOf = (read: readonly ReadCue[]) => read.map(({ cue }) => cue)

function nothingFound(mode: Config['subtitle_extract_mode'], { isForeign, rolls }: PictureCues): string {
  if (isForeign) return 'text_in_other_language'
  if (rolls.length > 0) return 'only_rolling_text'
  if (mode === 'audio') return 'no_speech_found'
  return mode === 'text' ? 'no_text_found' : 'nothing_to_extract'
}
