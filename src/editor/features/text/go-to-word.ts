import type { Cue } from '#core/subtitle/cue/cue.ts'
import { spansOfWords, type TextSpan } from '#core/subtitle/text/spelling.ts'
import type { Editor } from '../../context/editor.ts'
import { spellingOf } from '../spelling/spelling.ts'
import { qualityOf } from '../quality/quality.ts'
import { selectText, askSuggestions } from './text-box.ts'

/** Words of a cue that recognition was not sure of; empty once the cue is edited or reviewed. */
export function doubtfulWords(editor: Editor, { id, text }: Cue): TextSpan[] {
  const quality = qualityOf(editor)
  const flag = quality.flags.of(id)
  return flag?.verdict === 'doubtful' ? spansOfWords(text, flag.note) : []
}

/** Goes to the next word of a kind after the caret in the focused line, or in a later one; wraps around. */
export function goToNextWord(editor: Editor, wordsOf: (cue: Cue) => readonly TextSpan[]): boolean {
  const { list, focused } = editor.session
  const from = list.index.get(focused?.id ?? '') ?? 0
  const behind = caretIn(editor, focused)
  for (let step = 0; step <= list.length; step++) {
    const cue = list.at((from + step) % list.length)
    const word = cue && wordsOf(cue).find((span) => step > 0 || span.from >= behind)
    if (!cue || !word) continue
    if (step > 0) editor.choose(cue.id)
    selectText(editor, cue.id, word)
    return true
  }
  return false
}

/** The end of the box's selection, so that the next word is another one. */
function caretIn(editor: Editor, focused: Cue | undefined): number {
  const selected = editor.panels.textSelection
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement) || !field.closest('.text-box')) {
    return selected && selected.id === focused?.id ? selected.to : 0
  }
  return field.selectionEnd > field.selectionStart ? field.selectionEnd : field.selectionStart
}

/** The same for words that the dictionary does not have; the first call loads it. */
export async function goToNextMisspelling(editor: Editor): Promise<void> {
  const spelling = spellingOf(editor)
  if (!spelling.isWanted) spelling.toggle()
  await spelling.open()
  const state = spelling.state()
  if (state === 'none') return editor.say('no_dictionary')
  if (state === 'failed') return editor.say('dictionary_failed')
  if (!goToNextWord(editor, (cue) => spelling.of(cue))) editor.say('no_misspelling')
}

/** Opens suggestions for the word at the caret, else for the line's first marked word. */
export async function askForSuggestions(editor: Editor): Promise<void> {
  const { session } = editor
  const spelling = spellingOf(editor)
  await spelling.open()
  const cue = session.focused
  const words = cue ? spelling.of(cue) : []
  const field = document.activeElement
  const at = field instanceof HTMLTextAreaElement ? field.selectionStart : 0
  const word = words.find(({ from, to }) => from <= at && at <= to) ?? words[0]
  if (!cue || !word) return editor.say('no_word_here')
  selectText(editor, cue.id, word)
  askSuggestions(editor, cue.id, word)
}
