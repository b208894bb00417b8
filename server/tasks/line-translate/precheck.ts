import type { z } from 'zod'
import { plainText } from '#core/subtitle/text/markup.ts'
import { toWire } from '#core/subtitle/cue/wire.ts'
import type { lineTranslate } from '#core/tasks/line-translate.ts'
import { cuesOfSentence } from '#core/translate/one-line.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { cuesOf } from '../../app/subtitles/rows.ts'

/** A cue with words, two languages, and an engine for the pair. The price is that of the cue's text. */
export const linePrecheck: Precheck<z.output<typeof lineTranslate.config>> = async ({
  config: { source_language: from, to_language: to, cue_id: id },
  subjects: { subtitle },
  engines,
}) => {
  if (from === to) throw new Refusal('refused', 'same_language')
  const cues = cuesOfSentence(cuesOf(subtitle), id)
  const text = plainText(cues.find((cue) => cue.id === id)?.text ?? '').trim()
  if (text === '') throw new Refusal('refused', 'line_empty')
  return {
    name: text.slice(0, 80),
    folderId: subtitle.folder_id,
    language: to,
    previousLanguage: from,
    facts: { characters: text.length },
    notes: { lines: toWire(cues) },
    engine: await engines.translation(from, to),
  }
}
