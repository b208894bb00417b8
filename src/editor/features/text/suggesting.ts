import { isLanguageCode } from '#core/domain/languages.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Editor } from '../../context/editor.ts'
import { isSaid, type Wanted, suggestionsOf } from './line-suggestions.ts'
import { isOpen, sourceCuesOf } from './translating.ts'

/**
 * Orders a translation of the focused line by the task engines, or applies an existing one. A line that is still
 * untranslated when it arrives gets it at once.
 */
export async function suggestLine(editor: Editor): Promise<void> {
  const { session } = editor
  const suggestions = suggestionsOf(editor)
  const { focused } = session
  const wanted = focused && wantedFor(editor, focused)
  if (!focused || !wanted) return editor.say('no_source')
  if (wanted.cues.length === 0) return editor.say('source_says_nothing')
  const known = suggestions.of(focused.id, wanted.cues)
  if (known?.state === 'there') return putSuggestion(editor, focused.id, known.text)
  if (known) return
  try {
    const text = await suggestions.order(focused.id, wanted)
    if (text === undefined) return editor.say('suggestion_late')
    const now = cueIn(session.list, focused.id)
    if (now && now.text === focused.text && isOpen(editor, now)) putSuggestion(editor, now.id, text)
  } catch (error) {
    notifyFailure(error)
  }
}

/** The lines to translate for a line; undefined without a source in another language. */
function wantedFor(editor: Editor, cue: Cue): Wanted | undefined {
  const { library, media, reference } = editor
  const { fileId } = reference.cells
  const from = library?.others.find(({ file_id }) => file_id === fileId)?.language ?? ''
  const { language: to } = media
  if (fileId === undefined || !isLanguageCode(from) || !isLanguageCode(to)) return undefined
  return { fileId, cues: sourceCuesOf(editor, cue).filter(isSaid), from, to }
}

/** Writes a suggestion to a line, in one step. */
export function putSuggestion({ session }: Editor, id: string, text: string): void {
  const cue = cueIn(session.list, id)
  if (cue && cue.text !== text) session.edit('step_suggestion', replacePatch(session.list, [{ ...cue, text }]))
}
