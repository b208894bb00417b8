import type { Cue } from '#core/subtitle/cue/cue.ts'
import { rawOffset } from '#core/subtitle/text/markup.ts'

/** The text or a time of a row that the user pressed, and what they selected in it. */
export interface PressedPart {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The part of a row under the pointer. */
export function partAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-part]')) || undefined
}

/** What the browser's selection covers of a pressed part; all before its end if it begins elsewhere. */
export function pressedPart(part: HTMLElement, cue: Cue): PressedPart {
  const name = part.dataset['part'] ?? ''
  const shown = part.querySelector('.row-part') ?? part
  const selection = getSelection()
  const offset = (node: Node | null | undefined, at: number | undefined): number => {
    const seen = offsetIn(shown, node, at)
    return name === 'text' ? rawOffset(cue.text, seen) : seen
  }
  const [from, to] = [
    offset(selection?.anchorNode, selection?.anchorOffset),
    offset(selection?.focusNode, selection?.focusOffset),
  ]
  return { name, from, to }
}

/** Offset of a place in the text of an element; for a place after it, the end. */
function offsetIn(element: Element, node: Node | null | undefined, at = 0): number {
  const length = element.textContent.length
  if (!node) return length
  const range = document.createRange()
  range.selectNodeContents(element)
  range.setEnd(node, at)
  return Math.min(range.toString().length, length)
}

/** Focuses the field of a pressed part, with the same selection. */
export function selectPressed(fields: HTMLElement, { name, from, to }: PressedPart): void {
  const field = fields.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(Math.min(from, to), Math.max(from, to), from > to ? 'backward' : 'forward')
}
