import type { Cue } from '../subtitle/cue/cue.ts'
import type { TimeRange } from '../timing/time-range.ts'
import type { Word } from './words.ts'

/** A time range in which one speaker talks. */
interface Turn extends TimeRange {
  readonly speaker: number
}

/** The confidence of a word between two turns: the speaker before may go on. */
const BETWEEN_TURNS = 0.5

/** Gives each word the speaker whose turn overlaps it most; between turns the previous one continues. */
export function speakersOfWords(words: readonly Word[], turns: readonly Turn[]): Word[] {
  let current: number | undefined
  return words.map((word) => {
    let most = 0
    let all = 0
    for (const { start, end, speaker } of turns) {
      const shared = Math.max(0, Math.min(end, word.end) - Math.max(start, word.start))
      all += shared
      if (shared > most) {
        most = shared
        current = speaker
      }
    }
    if (current === undefined) return word
    return { ...word, speaker: String(current + 1), speakerSure: all > 0 ? most / all : BETWEEN_TURNS }
  })
}

const SENTENCE_END = /[.!?。！？…]["'”’)]?$/
/** A silence of this length ends a speaker's sentence without punctuation. */
const PAUSE_MS = 500

/** Gives each sentence one speaker, that of most of its time, since turn limits are less exact than sentence ends. */
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
    const [most] = shareOfSpeakers(sentence.map((word) => ({ word, ms: word.end - word.start })))
    return most ? sentence.map((word) => ({ ...word, speaker: most.speaker, speakerSure: most.sure })) : sentence
  })
}

/** A speaker with the confidence, from 0 to 1. */
export interface SaidBy {
  readonly speaker: string
  readonly sure: number
}

/** Speaker of each cue, by most of the words in its time; cues without words are left out. */
export function speakersOfCues(cues: readonly Cue[], words: readonly Word[]): Map<string, SaidBy> {
  const speakers = new Map<string, SaidBy>()
  for (const { id, start, end } of cues) {
    const own = words.map((word) => ({ word, ms: Math.min(end, word.end) - Math.max(start, word.start) }))
    const [best] = shareOfSpeakers(own.filter(({ ms }) => ms > 0))
    if (best) speakers.set(id, best)
  }
  return speakers
}

/** Speakers by how long they speak; the confidence of each is that of its words times its part of the time. */
function shareOfSpeakers(words: readonly { readonly word: Word; readonly ms: number }[]): SaidBy[] {
  const times = new Map<string, { own: number; sure: number }>()
  let all = 0
  for (const { word, ms } of words) {
    if (word.speaker === undefined) continue
    const { own, sure } = times.get(word.speaker) ?? { own: 0, sure: 0 }
    times.set(word.speaker, { own: own + ms, sure: sure + ms * (word.speakerSure ?? 1) })
    all += ms
  }
  return [...times]
    .sort(([, a], [, b]) => b.own - a.own)
    .map(([speaker, { sure }]) => ({ speaker, sure: all > 0 ? sure / all : 1 }))
}
