import { type Token, tokensOf } from './tokens.ts'

/** A piece of two compared lines: in both, only in the stored one, or only in the asked one. */
export interface DifferencePiece {
  readonly kind: 'same' | 'stored' | 'asked'
  readonly text: string
}

export interface Comparison {
  /** 100 for lines with the same tokens, 0 for lines without a common one. */
  readonly score: number
  readonly pieces: readonly DifferencePiece[]
}

/** Tokens of a line that are compared. */
export const MOST_TOKENS = 400

const weightOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0)

/** Costs of making the first `i` tokens of `asked` of the first `j` of `stored`, row by row. */
function costs(stored: readonly Token[], asked: readonly Token[]): Int32Array {
  const width = stored.length + 1
  const table = new Int32Array(width * (asked.length + 1))
  for (let j = 1; j < width; j++) table[j] = table[j - 1]! + stored[j - 1]!.weight
  for (let i = 1; i <= asked.length; i++) {
    const mine = asked[i - 1]!
    const [row, above] = [i * width, (i - 1) * width]
    table[row] = table[above]! + mine.weight
    for (let j = 1; j < width; j++) {
      const theirs = stored[j - 1]!
      const changed = mine.key === theirs.key ? 0 : Math.max(mine.weight, theirs.weight)
      table[row + j] = Math.min(
        table[above + j - 1]! + changed,
        table[above + j]! + mine.weight,
        table[row + j - 1]! + theirs.weight,
      )
    }
  }
  return table
}

function scoreOf(stored: readonly Token[], asked: readonly Token[], cost: number): number {
  if (cost === 0) return 100
  const whole = Math.max(weightOf(stored), weightOf(asked))
  return Math.max(0, Math.min(99, Math.round(100 * (1 - cost / whole))))
}

/** How near a stored line is to the asked one, by edit distance on words. */
export function scoreOfTokens(stored: readonly Token[], asked: readonly Token[]): number {
  const [a, b] = [stored.slice(0, MOST_TOKENS), asked.slice(0, MOST_TOKENS)]
  return scoreOf(a, b, costs(a, b).at(-1) ?? 0)
}

/** The score, and which words differ. */
export function compareLines(stored: string, asked: string): Comparison {
  const [a, b] = [tokensOf(stored).slice(0, MOST_TOKENS), tokensOf(asked).slice(0, MOST_TOKENS)]
  const table = costs(a, b)
  const width = a.length + 1
  const back: DifferencePiece[] = []
  let [i, j] = [b.length, a.length]
  while (i > 0 || j > 0) {
    const here = table[i * width + j]!
    const [mine, theirs] = [b[i - 1], a[j - 1]]
    if (mine && theirs && mine.key === theirs.key && table[(i - 1) * width + j - 1] === here) {
      // A word that is missing before it in the stored line leaves its space.
      const space = mine.shown.startsWith(' ') && !theirs.shown.startsWith(' ') ? ' ' : ''
      back.push({ kind: 'same', text: theirs.shown && space + theirs.shown })
      i--
      j--
    } else if (mine && (!theirs || table[(i - 1) * width + j]! + mine.weight === here)) {
      back.push({ kind: 'asked', text: mine.shown })
      i--
    } else if (theirs && (!mine || table[i * width + j - 1]! + theirs.weight === here)) {
      back.push({ kind: 'stored', text: theirs.shown })
      j--
    } else {
      back.push({ kind: 'asked', text: mine!.shown }, { kind: 'stored', text: theirs!.shown })
      i--
      j--
    }
  }
  return { score: scoreOf(a, b, table.at(-1) ?? 0), pieces: joined(back.toReversed()) }
}

/** Neighbouring changes as one piece of each line, the stored one first. */
function joined(pieces: readonly DifferencePiece[]): DifferencePiece[] {
  const all: DifferencePiece[] = []
  let [stored, asked] = ['', '']
  const flush = (): void => {
    if (stored !== '') all.push({ kind: 'stored', text: stored })
    if (asked !== '') all.push({ kind: 'asked', text: asked })
    stored = asked = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'stored') stored += text
    else if (kind === 'asked') asked += text
    else if (text !== '') {
      flush()
      const last = all.at(-1)
      if (last?.kind === 'same') all[all.length - 1] = { kind, text: last.text + text }
      else all.push({ kind, text })
    }
  }
  flush()
  return all
}
