import { lettersOf } from './letters.ts'

/** Greedy wrap into lines of at most `max` characters; a longer word gets a line of its own. `unspaced`: a script without blanks. */
export function wrapText(text: string, max: number, unspaced: boolean): string[] {
  const pieces = unspaced ? unspacedPieces(text) : (text.match(UNBROKEN) ?? [])
  const joint = unspaced ? '' : ' '
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    const longer = line === '' ? piece : line + joint + piece
    if (line !== '' && longer.trimEnd().length > max) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else {
      line = longer
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** What stays in one line: a blank that no line breaks at belongs to the words around it. */
const UNBROKEN = /[\S\u00a0\u202f]+/g

const FOREIGN_WORD = /^[\p{Script=Latin}\p{N}]/u

/** Without blanks a line may break between any two letters, but not inside a foreign word or a number. */
function unspacedPieces(text: string): string[] {
  const runs =
    text.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}\p{M}'’.,%-]*|\s+|[^\s\p{Script=Latin}\p{N}]+/gu) ?? []
  return runs.flatMap((run) => (FOREIGN_WORD.test(run) || run.trim() === '' ? [run] : lettersOf(run)))
}

/** Wraps into as few lines as possible, of nearly equal length. */
export function balanceText(text: string, max: number, unspaced: boolean): string {
  const fewest = wrapText(text, max, unspaced)
  if (fewest.length < 2) return fewest.join('\n')
  let best = fewest
  for (let width = max - 1; width > 0; width--) {
    const lines = wrapText(text, width, unspaced)
    if (lines.length > fewest.length || lines.some((line) => line.length > max)) break
    best = lines
  }
  return best.join('\n')
}
