import type { Cue } from '../subtitle/cue.ts'
import type { TimeRange } from '../timing/time-range.ts'
import type { Word } from './words.ts'

/** A stretch in which one person speaks. */
interface Turn extends TimeRange {
  readonly speaker: number
}

/** Words with the speaker whose turn shares most time with each; between turns the one before goes on. */
export function speakersOfWords(words: readonly Word[], turns: readonly Turn[]): Word[] {
  let current: number | undefined
  return words.map((word) => {
    let most = 0
    for (const { start, end, speaker } of turns) {
      const shared = Math.min(end, word.end) - Math.max(start, word.start)
      if (shared > most) {
        most = shared
        current = speaker
      }
    }
    return current === undefined ? word : { ...word, speaker: String(current + 1) }
  })
}

/** Who says each cue: the speaker of most of the words in its time; cues without words are left out. */
export function speakersOfCues(cues: readonly Cue[], words: readonly Word[]): Map<string, string> {
  const speakers = new Map<string, string>()
  for (const { id, start, end } of cues) {
    const times = new Map<string, number>()
    for (const word of words) {
      const shared = Math.min(end, word.end) - Math.max(start, word.start)
      if (word.speaker !== undefined && shared > 0) times.set(word.speaker, (times.get(word.speaker) ?? 0) + shared)
    }
    const [best] = [...times].sort(([, a], [, b]) => b - a)
    if (best) speakers.set(id, best[0])
  }
  return speakers
}
