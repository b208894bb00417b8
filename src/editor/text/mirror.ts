import type { TextSpan } from '#core/subtitle/spelling.ts'

/** Why a part of a text is marked. */
export type MarkKind = 'misspelled' | 'doubtful' | 'term' | 'no-break'

/** A part of a text that is marked, with what stands there. */
export interface TextMark extends TextSpan {
  readonly kind: MarkKind
  readonly word: string
}

/** Letters of a row, and whether the profile allows so many. */
export interface RowFigure {
  readonly letters: number
  readonly isOff: boolean
}

/**
 * Writes a text behind its field, row by row, with marks under words and each row's letters at its end. Past React: a
 * letter that is typed writes what changed and nothing else. Marks whose word is elsewhere by now are left out.
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

/** Blanks that no line breaks at look like any other, so they are marked too. */
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
  // A row without letters has its height.
  parts.push(row.slice(at), '\u200b')
  place.replaceChildren(...parts)
}
