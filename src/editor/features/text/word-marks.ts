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

function* textNodes(styled: HTMLElement): Generator<Text> {
  const walker = document.createTreeWalker(styled, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode instanceof Text) yield walker.currentNode
}
