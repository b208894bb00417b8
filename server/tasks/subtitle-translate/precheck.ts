import type { z } from 'zod'
import type { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { nameIn } from '#core/translate/names.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { cuesOf } from '../../app/subtitles/rows.ts'

/** A version with cues, two languages, and an engine that covers the pair. */
export const translatePrecheck: Precheck<z.output<typeof subtitleTranslate.config>> = async ({
  config: { source_language: from, to_language: to },
  subjects: { subtitle, videoIfAny },
  engines,
}) => {
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  if (from === to) throw new Refusal('refused', 'same_language')
  const characters = cuesOf(subtitle).reduce((sum, cue) => sum + cue.text.length, 0)
  return {
    // A file without a video becomes another file named by language; a version is named after its video.
    name: videoIfAny ? videoIfAny.name : nameIn(subtitle.name, from, to),
    folderId: subtitle.folder_id,
    language: to,
    previousLanguage: from,
    facts: { characters },
    notes: { revision: subtitle.revision },
    engine: await engines.translation(from, to),
  }
}
