import { isNotTranslated, remarksOf } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { isUntranslated } from '#core/translate/untranslated.ts'
import type { Editor } from '../../context/editor.ts'
import { ownReference } from '../../store/linked/reference-text.ts'
import { qualityOf } from '../quality/quality.ts'
import { selectText } from './text-box.ts'

/** Cues of the reference version that belong to a cue. */
export function sourceCuesOf({ session, reference }: Editor, cue: Cue): readonly Cue[] {
  const { list: others } = reference.cells
  return others && session.list.index.has(cue.id) ? ownReference(others, session.list, cue) : []
}

/** The reference version's text for a cue, with its tags; empty without any. */
export function sourceOf(editor: Editor, cue: Cue): string {
  return sourceCuesOf(editor, cue)
    .map(({ text }) => text)
    .join('\n')
}

/** Whether a line is still untranslated. */
export function isOpen(editor: Editor, cue: Cue): boolean {
  const flag = qualityOf(editor).flags.of(cue.id)
  if (flag && (isNotTranslated(flag) || remarksOf(flag).some(({ verdict }) => verdict === 'unchanged'))) return true
  return editor.reference.cells.list ? isUntranslated(cue.text, sourceOf(editor, cue)) : cue.text.trim() === ''
}

/** Goes to the text of the next untranslated line; wraps around. */
export function goToNextUntranslated(editor: Editor): void {
  const { list, focused } = editor.session
  const from = list.index.get(focused?.id ?? '') ?? -1
  for (let step = 1; step <= list.length; step++) {
    const cue = list.at((from + step) % list.length)
    if (!cue || !isOpen(editor, cue)) continue
    editor.choose(cue.id)
    return selectText(editor, cue.id, { from: 0, to: cue.text.length })
  }
  editor.say('all_translated')
}

/** Copies the source's text to the selected lines. */
export function copySource(editor: Editor): void {
  const { session } = editor
  if (!editor.reference.cells.list) return editor.say('no_source')
  const cues = session.cells.selection.flatMap((id) => session.list.at(session.list.index.get(id) ?? -1) ?? [])
  const changed = cues.map((cue) => ({ ...cue, text: sourceOf(editor, cue) || cue.text }))
  const different = changed.filter(({ text }, at) => text !== cues[at]?.text)
  if (different.length > 0) session.edit('step_copy_source', replacePatch(session.list, different))
}
