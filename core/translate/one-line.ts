import type { Cue } from '../subtitle/cue/cue.ts'
import { passagesOf } from './passages.ts'
import { MOST_PARTS, sentencesOf } from './sentences.ts'

/** The cues that share sentences with a given one, including it; none for an unknown id. */
export function cuesOfSentence(cues: readonly Cue[], id: string): Cue[] {
  const at = cues.findIndex((cue) => cue.id === id)
  if (at < 0) return []
  const from = Math.max(0, at - MOST_PARTS)
  const near = cues.slice(from, at + MOST_PARTS + 1)
  const sentences = sentencesOf(
    near,
    near.map(({ text }) => passagesOf(text)),
  )
  const shared = sentences.filter(({ parts }) => parts.some(({ cue }) => cue === at - from))
  const indexes = shared.flatMap(({ parts }) => parts.map(({ cue }) => cue))
  return near.slice(Math.min(at - from, ...indexes), Math.max(at - from, ...indexes) + 1)
}
