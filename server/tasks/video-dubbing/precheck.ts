import type { z } from 'zod'
import { fullPriceOfDub } from '#core/tasks/prices.ts'
import { isSameTranslation } from '#core/tasks/translation.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { notFound, Refusal } from '../../app/refusal.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { readyVideo, refuseSound } from '../../app/videos/rows.ts'
import { pronunciationsIn } from '../dubbing/notes.ts'
import { checkVoices, pricedDub, withKeptVoices } from '../dubbing/precheck.ts'

/** A prepared video, one of its versions with words, an engine for the pair, and voices for the target. */
export const dubbingPrecheck: Precheck<z.output<typeof videoDubbing.config>> = async ({
  config: chosen,
  subjects,
  engines,
  earlier,
  keptVoices,
  speakers,
  takes,
  pronunciations,
}) => {
  const { source_language: from, to_language: to } = chosen
  const video = readyVideo(subjects.video)
  const { subtitle } = subjects
  if (subtitle.video_id !== video.id) throw notFound()
  const config = await withKeptVoices(chosen, keptVoices(subtitle.folder_id, to))
  if (chosen.synthesis_type !== 'none') refuseSound(video, 'sound_dub_without_lines')
  if (from === to) throw new Refusal('refused', 'same_language')
  const names = [await engines.translation(from, to), await checkVoices(engines, video, to, config)]
  const last = await earlier(to)
  const choice = last && videoDubbing.config.parse(last.config)
  // Cues with a new translation are all spoken again.
  const before = choice && isSameTranslation(config, choice) ? { ...last, choice } : undefined
  const dub = { video, subtitle, language: to, choice: config, earlier: before }
  const { lines: _, ...priced } = await pricedDub({ engines, speakers }, dub)
  // Takes are of its translation: without the same one they are of other words.
  const { paid } = before ? await takes(video.id, to) : { paid: 0 }
  const facts = { durationMs: 0, ...priced.facts, paid }
  return {
    name: video.name,
    folderId: video.folder_id,
    language: to,
    previousLanguage: from,
    ...priced,
    facts,
    notes: {
      revision: subtitle.revision,
      role_voices: config.role_voices,
      pronunciations: await pronunciationsIn({ pronunciations }, subtitle.folder_id, to),
      paid: Math.min(paid, fullPriceOfDub(facts)),
    },
    engine: names.join(', '),
  }
}
