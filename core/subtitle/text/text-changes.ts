import { hasRightToLeft } from './direction.ts'
import { lettersOf } from './letters.ts'

/** A part of two texts: in both, only in the first (`out`) or only in the second (`in`). */
export interface TextChange {
  readonly kind: 'same' | 'out' | 'in'
  readonly text: string
}

/** Above this number of word comparisons everything between the common ends counts as changed. */
const MOST_COMPARED = 250_000

/**
 * Differences of two texts: common words, and letters within changed words. `same` and `out` joined are the first text,
 * `same` and `in` the second. Right-to-left words change as a whole, as their letters join.
 */
export function textChanges(before: string, after: string): readonly TextChange[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const a = before.match(WORDS) ?? []
  const b = after.match(WORDS) ?? []
  const first = commonStart(a, b)
  const last = commonStart(a.slice(first).reverse(), b.slice(first).reverse())
  const [x, y] = [a.slice(first, a.length - last), b.slice(first, b.length - last)]
  const changes: TextChange[] = [
    { kind: 'same', text: a.slice(0, first).join('') },
    ...between(x, y),
    { kind: 'same', text: a.slice(a.length - last).join('') },
  ]
  return joined(changes.flatMap((change, at) => withinWords(change, changes[at - 1], changes[at + 1])))
}

/** A word, a run of spaces, or a run of other characters. */
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\s+|[^\p{L}\p{N}\s]+/gu

function commonStart<T>(a: readonly T[], b: readonly T[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}

/** By the longest common subsequence of words. */
function between(a: readonly string[], b: readonly string[]): TextChange[] {
  if (a.length * b.length > MOST_COMPARED) return changed(a.join(''), b.join(''))
  const lengths = commonLengths(a, b)
  const width = b.length + 1
  const changes: TextChange[] = []
  let [i, j] = [0, 0]
  let [out, into] = ['', '']
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push(...changed(out, into), { kind: 'same', text: a[i]! })
      ;[out, into] = ['', '']
      i++
      j++
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      out += a[i++]!
    } else into += b[j++]!
  }
  return [...changes, ...changed(out, into)]
}

/** Number of common words from each pair of positions on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const same = a[i] === b[j]
      const [down, right] = [lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!]
      lengths[i * width + j] = same ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(down, right)
    }
  }
  return lengths
}

const changed = (out: string, into: string): TextChange[] => [
  { kind: 'out', text: out },
  { kind: 'in', text: into },
]

/** A replaced part, minus common letters at both ends. */
function withinWords(change: TextChange, before: TextChange | undefined, after: TextChange | undefined): TextChange[] {
  const pair =
    change.kind === 'out' && after?.kind === 'in'
      ? [change.text, after.text]
      : change.kind === 'in' && before?.kind === 'out'
        ? [before.text, change.text]
        : undefined
  if (!pair || pair.some(hasRightToLeft)) return [change]
  const [a, b] = pair.map(lettersOf) as [string[], string[]]
  const start = commonStart(a, b)
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse())
  const own = change.kind === 'out' ? a : b
  const middle = { kind: change.kind, text: own.slice(start, own.length - end).join('') }
  return change.kind === 'out'
    ? [{ kind: 'same', text: a.slice(0, start).join('') }, middle]
    : [middle, { kind: 'same', text: b.slice(b.length - end).join('') }]
}

/** Without empty parts, equal neighbours merged. */
function joined(changes: readonly TextChange[]): TextChange[] {
  const parts: TextChange[] = []
  for (const change of changes) {
    const last = parts.at(-1)
    if (change.text === '') continue
    if (last?.kind === change.kind) parts[parts.length - 1] = { kind: last.kind, text: last.text + change.text }
    else parts.push(change)
  }
  return parts
}
