import { scoreOfTokens } from './difference.ts'
import { tokensOf } from './tokens.ts'

/** A stored pair as it is ranked. */
export interface Candidate {
  readonly source: string
  readonly target: string
  /** Whether the lines before and after it were the same. */
  readonly sameNeighbours: boolean
  /** Whether it is of the folder that is worked in. */
  readonly sameFolder: boolean
  /** When it was confirmed, in ms since 1970. */
  readonly date: number
}

/** An exact match may also have the same neighbours. */
export type MatchKind = 'neighbours' | 'exact' | 'fuzzy'

export interface Match<C extends Candidate> {
  readonly candidate: C
  readonly kind: MatchKind
  readonly score: number
  /** How many candidates have this pair of texts. */
  readonly count: number
}

/** Scores below it are of no use to a translator. */
export const LEAST_SCORE = 60

/** The best candidates for a line: each pair of texts once, at most `most`. */
export function rank<C extends Candidate>(text: string, candidates: readonly C[], most = 10): Match<C>[] {
  const asked = tokensOf(text)
  const best = new Map<string, Match<C>>()
  for (const candidate of candidates) {
    const score = scoreOfTokens(tokensOf(candidate.source), asked)
    if (score < LEAST_SCORE) continue
    const kind = score < 100 ? 'fuzzy' : candidate.sameNeighbours ? 'neighbours' : 'exact'
    const match: Match<C> = { candidate, kind, score, count: 1 }
    const key = JSON.stringify([score === 100 || candidate.source, candidate.target])
    const there = best.get(key)
    const better = there && byRank(there, match) <= 0 ? there : match
    best.set(key, { ...better, count: (there?.count ?? 0) + 1 })
  }
  return [...best.values()].toSorted(byRank).slice(0, most)
}

const ORDER: readonly MatchKind[] = ['neighbours', 'exact', 'fuzzy']

/** Same neighbours, then exact, then by score; of equals the own folder's, then the newest. */
function byRank(a: Match<Candidate>, b: Match<Candidate>): number {
  return (
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
    b.score - a.score ||
    Number(b.candidate.sameFolder) - Number(a.candidate.sameFolder) ||
    b.candidate.date - a.candidate.date
  )
}
