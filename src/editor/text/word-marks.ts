import type { Cue } from '#core/subtitle/cue.ts'
import { visibleRange } from '#core/subtitle/markup.ts'
import type { SpokenWord } from '#core/subtitle/spoken-words.ts'
import type { Editor } from '../editor.ts'

/** What style sheets call the word that is said now. */
const HIGHLIGHT = 'spoken-word'

/** Marks the word that is said now in a styled text of a line, past React and without an element; returns what ends that. */
export function markSpokenWord(editor: Editor, { text }: Cue, styled: HTMLElement): () => void {
  const stop = editor.spoken.onWord((word) => {
    const range = word && rangeOf(styled, text, word)
    if (range) CSS.highlights.set(HIGHLIGHT, new Highlight(range))
    else CSS.highlights.delete(HIGHLIGHT)
  })
  return () => {
    stop()
    CSS.highlights.delete(HIGHLIGHT)
  }
}

/** The part of a styled text that a word of the line's text is; undefined where the text on the page is another one. */
function rangeOf(styled: HTMLElement, text: string, { from, to }: SpokenWord): Range | undefined {
  const seen = visibleRange(text, from, to)
  if (!seen) return undefined
  const range = document.createRange()
  let [at, isBegun] = [0, false]
  for (const node of textNodes(styled)) {
    const end = at + node.length
    if (!isBegun && seen.from < end) {
      range.setStart(node, seen.from - at)
      isBegun = true
    }
    if (isBegun && seen.to <= end) {
      range.setEnd(node, seen.to - at)
      return range
    }
    at = end
  }
  return undefined
}

function textNodes(styled: HTMLElement): Text[] {
  return [...styled.querySelectorAll(':scope > span:not(.styled-align)')].flatMap(({ childNodes }) =>
    [...childNodes].filter((node) => node instanceof Text),
  )
}

/** The playhead goes to the word under the pointer, in the text of a row or in the text box; false where there is none. */
export function seekToWord(
  editor: Editor,
  cue: Cue,
  event: { clientX: number; clientY: number; currentTarget: Element },
): boolean {
  const field = event.currentTarget
  const styled = field.parentElement?.querySelector<HTMLElement>(':scope > .styled-text')
  if (!styled || field.matches(':focus')) {
    const offset = field instanceof HTMLTextAreaElement ? field.selectionStart : caretAt(event)
    return offset !== undefined && editor.spoken.seekTo(cue.id, offset)
  }
  const isUnder = (word: SpokenWord): boolean =>
    [...(rangeOf(styled, cue.text, word)?.getClientRects() ?? [])].some(
      ({ left, right, top, bottom }) =>
        left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom,
    )
  const word = editor.spoken.wordsOf(cue).find(isUnder)
  return word !== undefined && editor.spoken.seekTo(cue.id, word.from)
}

/** The offset in a plain text under the pointer. */
function caretAt({ clientX, clientY }: { clientX: number; clientY: number }): number | undefined {
  const place = document.caretPositionFromPoint(clientX, clientY)
  return place?.offsetNode instanceof Text ? place.offset : undefined
}
