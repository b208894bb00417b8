import type { TextSpan } from '#core/subtitle/text/spelling.ts'

/** Why a part of a text is marked. */
export type MarkKind = 'misspelled' | 'doubtful' | 'term' | 'no-break'

/** A marked part of a text, with its words. */
export interface TextMark extends TextSpan {
  readonly kind: MarkKind
  readonly word: string
}

/** Letters of a row, and whether they exceed the profile's limit. */
export interface RowFigure {
  readonly letters: number
  readonly isOff: boolean
}

/**
 * Draws a text behind its field, with marks under words and each row's length. Without React, a typed letter writes
 * only what changed. Marks whose word has moved are left out.
 */
export function drawMirror(
  mirror: HTMLElement,
  text: string,
  marks: readonly TextMark[],
  figures: readonly RowFigure[],
): void {
  const standing = withBlanks(
    text,
    marks.filter(({ word, from, to }) => text.slice(from, to) === word),
  )
  let from = 0
  const rows = text.split('\n')
  for (const [at, row] of rows.entries()) {
    const place = (mirror.children[at] as HTMLElement | undefined) ?? newRow(mirror)
    const own = standing.filter((mark) => mark.from >= from && mark.to <= from + row.length)
    drawRow(place, row, own, from)
    const figure = figures[at]
    const letters = String(figure?.letters ?? 0)
    if (place.dataset['letters'] !== letters) place.dataset['letters'] = letters
    place.classList.toggle('text-box-row-off', figure?.isOff === true)
    from += row.length + 1
  }
  while (mirror.children.length > rows.length) mirror.lastElementChild?.remove()
}

const NO_BREAK = /[\u00a0\u202f]/g

/** Marks non-breaking spaces, which look like normal ones. */
function withBlanks(text: string, marks: readonly TextMark[]): readonly TextMark[] {
  if (text.search(NO_BREAK) < 0) return marks
  const blanks = [...text.matchAll(NO_BREAK)].map(({ 0: word, index: from }): TextMark => {
    return { kind: 'no-break', word, from, to: from + 1 }
  })
  return [...marks, ...blanks].sort((a, b) => a.from - b.from)
}

function newRow(mirror: HTMLElement): HTMLElement {
  const row = document.createElement('div')
  row.className = 'text-box-row'
  mirror.append(row)
  return row
}

function drawRow(place: HTMLElement, row: string, marks: readonly TextMark[], offset: number): void {
  const drawn = `${row} ${marks.map(({ kind, from, to }) => `${kind} ${from - offset} ${to - offset}`).join()}`
  if (place.dataset['drawn'] === drawn) return
  place.dataset['drawn'] = drawn
  const parts: (string | Node)[] = []
  let at = 0
  for (const { kind, from, to, word } of marks) {
    if (from - offset < at) continue
    parts.push(row.slice(at, from - offset))
    const mark = document.createElement('span')
    mark.className = `text-box-${kind}-word`
    mark.dataset['from'] = String(from)
    mark.textContent = word
    parts.push(mark)
    at = to - offset
  }
  // Gives an empty row its height.
  parts.push(row.slice(at), '\u200b')
  place.replaceChildren(...parts)
}
