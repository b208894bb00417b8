import type { Actions } from '../../context/action.ts'
import { askForSuggestions, doubtfulWords, goToNextMisspelling, goToNextWord } from './go-to-word.ts'
import { spellingOf } from '../spelling/spelling.ts'
import { suggestLine } from './suggesting.ts'
import { toggleText, toggleTextSide, toggleTranslating } from './text-box.ts'
import { copySource, goToNextUntranslated } from './translating.ts'

export const textActions = {
  text_box: toggleText,
  text_side: toggleTextSide,
  translating: toggleTranslating,
  next_untranslated: goToNextUntranslated,
  copy_source: copySource,
  suggest_line: (editor) => void suggestLine(editor),
  next_doubtful: (editor) => {
    if (!goToNextWord(editor, (cue) => doubtfulWords(editor, cue))) editor.say('no_doubtful')
  },
  next_misspelling: (editor) => void goToNextMisspelling(editor),
  suggestions: (editor) => void askForSuggestions(editor),
  spelling: (editor) => spellingOf(editor).toggle(),
} satisfies Actions
