import { ref } from 'valtio'
import type { TextSpan } from '#core/subtitle/text/spelling.ts'
import type { Editor } from '../../context/editor.ts'
import { panelSettings } from '../../context/panels.ts'

/** Shows the text box below the lines, or closes it anywhere. */
export function toggleText({ panels }: Editor): void {
  const isShown = panels.hasText || panels.side === 'text'
  if (panels.side === 'text') panels.side = undefined
  panels.hasText = !isShown
  panelSettings.text.set(panels.hasText)
}

/** Moves the text box beside the lines, or back below them. */
export function toggleTextSide({ panels }: Editor): void {
  const isBeside = panels.side === 'text'
  panels.side = isBeside ? undefined : 'text'
  panels.hasText = isBeside
  panelSettings.text.set(panels.hasText)
}

/** Opens suggestions for a word of a line. */
export function askSuggestions({ panels }: Editor, id: string, { from }: TextSpan): void {
  panels.asked = ref({ id, from })
}

/** Selects part of a line's text in the text box, which opens for it. */
export function selectText(editor: Editor, id: string, { from, to }: TextSpan): void {
  const { panels } = editor
  if (!panels.hasText && panels.side !== 'text') toggleText(editor)
  panels.textSelection = ref({ id, from, to })
}

/** Shows the source beside the line's text: the version that it was translated from, else the first other one. */
export function toggleTranslating(editor: Editor): void {
  const { panels, reference } = editor
  panels.isTranslating = !panels.isTranslating
  if (!panels.isTranslating) return
  if (!panels.hasText && panels.side !== 'text') toggleText(editor)
  if (reference.cells.fileId === undefined) editor.toggleReference()
  if (reference.cells.fileId === undefined) editor.say('no_source')
}
