import type { z } from 'zod'
import { fullPriceOfDub } from '#core/tasks/prices.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { notFound } from '../../app/refusal.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { readyVideo } from '../../app/videos/rows.ts'
import { dubNotes } from '../dubbing/notes.ts'
import { checkVoices, pricedDub, withKeptVoices } from '../dubbing/precheck.ts'

/** A prepared video, one of its versions with words, and voices for its language. */
export const dubbingOnlyPrecheck: Precheck<z.output<typeof videoDubbingOnly.config>> = async ({
  config: chosen,
  subjects,
  engines,
  earlier,
  keptVoices,
  speakers,
  takes,
  lineFacts,
  pronunciations,
}) => {
  const video = readyVideo(subjects.video)
  const { subtitle } = subjects
  if (subtitle.video_id !== video.id) throw notFound()
  const language = languageOf(subtitle)
  const config = await withKeptVoices(chosen, keptVoices(subtitle.folder_id, language))
  const engine = await checkVoices(engines, video, language, config)
  const last = await earlier(language)
  const before = last && { ...last, choice: videoDubbingOnly.config.parse(last.config) }
  const { voices } = await lineFacts(subtitle.id)
  const own = new Set([...voices.values()].flatMap(({ voice }) => (voice === '' ? [] : voice)))
  for (const voice of own) await engines.voice(language, voice)
  const dub = { video, subtitle, language, choice: config, earlier: before, ownVoices: Object.fromEntries(voices) }
  const { lines, ...priced } = await pricedDub({ engines, speakers }, dub)
  const noted = { fileId: subtitle.id, folderId: subtitle.folder_id, language, lines, choice: config }
  const lineNotes = await dubNotes({ engines, lineFacts, pronunciations }, noted)
  const { paid } = await takes(video.id, language)
  const facts = { durationMs: 0, ...priced.facts, paid }
  return {
    name: video.name,
    folderId: video.folder_id,
    language,
    previousLanguage: video.language,
    ...priced,
    facts,
    notes: {
      revision: subtitle.revision,
      role_voices: config.role_voices,
      ...lineNotes,
      // Credits of takes that this dub uses up.
      paid: Math.min(paid, fullPriceOfDub(facts)),
    },
    engine,
  }
}
