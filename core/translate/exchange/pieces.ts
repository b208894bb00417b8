import { TAG } from '../../subtitle/text/markup.ts'

/** A piece of a cue's text: words, or a mark that a translator moves as a whole. */
export interface Piece {
  readonly kind: 'words' | 'mark' | 'break' | 'control'
  /** As in the cue's text. */
  readonly text: string
}

/** Characters that XML 1.0 can not hold, and halves of a surrogate pair (XML 1.0, production 2). */
const CONTROL = String.raw`[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`
const MARK = new RegExp(`(\\n)|(${CONTROL})|${TAG.source}`, 'gi')

/** The pieces of a cue's text in order; joined, their texts are the text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(MARK)) {
    if (found.index > from) pieces.push({ kind: 'words', text: text.slice(from, found.index) })
    const [whole, lineBreak, control] = found
    const kind = lineBreak === undefined ? (control === undefined ? 'mark' : 'control') : 'break'
    pieces.push({ kind, text: whole })
    from = found.index + whole.length
  }
  if (from < text.length) pieces.push({ kind: 'words', text: text.slice(from) })
  return pieces
}

/** A mark with the id that it has in its unit. */
export interface PlacedMark {
  readonly id: number
  readonly piece: Piece
}

/** Numbers the marks of a source from 1; a mark of the target has the id of the equal one in the source, else a new id. */
export function numberMarks(
  source: readonly Piece[],
  target: readonly Piece[],
): { readonly source: readonly PlacedMark[]; readonly target: readonly PlacedMark[] } {
  const marks = source.filter(({ kind }) => kind !== 'words').map((piece, at) => ({ id: at + 1, piece }))
  const free = [...marks]
  let next = marks.length
  const placed = target
    .filter(({ kind }) => kind !== 'words')
    .map((piece) => {
      const at = free.findIndex((mark) => mark.piece.text === piece.text)
      return at < 0 ? { id: ++next, piece } : { id: free.splice(at, 1)[0]!.id, piece }
    })
  return { source: marks, target: placed }
}
