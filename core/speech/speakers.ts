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

const SENTENCE_END = /[.!?。！？…]["'”’)]?$/
/** A silence of so many milliseconds ends what one speaker says without a mark. */
const PAUSE_MS = 500

/** Words with one speaker for each sentence: who says most of it. Borders of turns are less exact than ends of sentences. */
export function speakersOfSentences(words: readonly Word[]): Word[] {
  const sentences: Word[][] = []
  for (const word of words) {
    const last = sentences.at(-1)
    const before = last?.at(-1)
    if (!last || !before || SENTENCE_END.test(before.text) || word.start - before.end >= PAUSE_MS)
      sentences.push([word])
    else last.push(word)
  }
  return sentences.flatMap((sentence) => {
    const times = new Map<string, number>()
    for (const { speaker, start, end } of sentence)
      if (speaker !== undefined) times.set(speaker, (times.get(speaker) ?? 0) + end - start)
    const [most] = [...times].sort(([, a], [, b]) => b - a)
    return most ? sentence.map((word) => ({ ...word, speaker: most[0] })) : sentence
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
