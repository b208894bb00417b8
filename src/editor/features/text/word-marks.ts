import type { Cue } from '#core/subtitle/cue/cue.ts'
import { visibleRange } from '#core/subtitle/text/markup.ts'
import type { SpokenWord } from '#core/subtitle/cue/spoken-words.ts'
import type { Editor } from '../../context/editor.ts'

/** Name of the active word's highlight in style sheets. */
const HIGHLIGHT = 'spoken-word'

/** Marks the active word in a line's styled text, without React or an element; returns a function that ends that. */
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

/** Range of a word in a styled text; undefined if the text on the page differs. */
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

/** Seeks to the word under the pointer, in a row or in the text box; false without one. */
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

/** Text offset under the pointer. */
function caretAt({ clientX, clientY }: { clientX: number; clientY: number }): number | undefined {
  const place = document.caretPositionFromPoint(clientX, clientY)
  return place?.offsetNode instanceof Text ? place.offset : undefined
}
