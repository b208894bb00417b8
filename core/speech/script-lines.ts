import type { Cue, NewId } from '../subtitle/cue/cue.ts'
import type { CueWords } from '../subtitle/formats/cue-words.ts'
import type { WordTime } from '../subtitle/cue/word-times.ts'
import { type CueRules, wordsInCues } from './cues.ts'
import type { PlacedWord } from './match-script.ts'
import type { ScriptSentence } from './script.ts'
import type { Word } from './words.ts'

/** An unspoken part of a script, at the time between its spoken neighbours. */
export interface UnspokenPart {
  readonly text: string
  readonly speaker: string
  readonly row: number
  readonly start: number
  readonly end: number
}

/** Speech that is not in the script. */
export interface AddedPart {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A script as timed lines. */
export interface ScriptLines {
  readonly cues: readonly Cue[]
  /** Word times of each cue. */
  readonly words: readonly CueWords[]
  /** Speaker of each cue, by id. */
  readonly speakers: ReadonlyMap<string, string>
  /** Ids of cues without a recognised word, placed within their sentence. */
  readonly unsure: ReadonlySet<string>
  readonly unspoken: readonly UnspokenPart[]
  readonly added: readonly AddedPart[]
}

interface Timed extends PlacedWord {
  readonly sentence: number
}

/**
 * Makes cues of sentences with word times by the rules: a cue has words of one sentence and ends before the next
 * starts. Sentences without words are unspoken; other speech is `added`.
 */
export function scriptLines(
  sentences: readonly ScriptSentence[],
  placed: readonly (readonly PlacedWord[] | undefined)[],
  added: readonly (readonly Word[])[],
  { rules, newId }: { readonly rules: CueRules; readonly newId: NewId },
): ScriptLines {
  const timed = inOrder(placed)
  const lines = wordsInCues(
    // Cues never mix speakers, so each sentence counts as one.
    timed.map((word) => ({ ...word, speaker: String(word.sentence) })),
    rules,
    newId,
  )
  const speakers = new Map<string, string>()
  const unsure = new Set<string>()
  const words = lines.map(({ cue, words: own }): CueWords => {
    const speaker = sentences[own[0]?.sentence ?? -1]?.speaker ?? ''
    if (speaker !== '') speakers.set(cue.id, speaker)
    if (!own.some(({ isHeard }) => isHeard)) unsure.add(cue.id)
    return { cue_id: cue.id, start: cue.start, end: cue.end, text: cue.text, words: offsetsOf(cue.text, own) }
  })
  return {
    cues: lines.map(({ cue }) => cue),
    ...{ words, speakers, unsure },
    unspoken: unspokenParts(sentences, placed),
    added: added.map((run) => ({
      text: run.map(({ text }) => text).join(rules.unspaced ? '' : ' '),
      start: run[0]?.start ?? 0,
      end: run.at(-1)?.end ?? 0,
    })),
  }
}

/** All words in time order, without overlaps. */
function inOrder(placed: readonly (readonly PlacedWord[] | undefined)[]): Timed[] {
  let end = 0
  return placed.flatMap((words, sentence) =>
    (words ?? []).map((word) => {
      const start = Math.max(end, word.start)
      end = Math.max(start, word.end)
      return { ...word, sentence, start, end }
    }),
  )
}

/** Word times by the words' offsets in a text broken into rows. */
function offsetsOf(text: string, words: readonly Word[]): WordTime[] {
  let at = 0
  return words.flatMap(({ text: word, start }) => {
    const letters = [...word.replaceAll(/\s+/g, '')]
    while (at < text.length && /\s/.test(text.charAt(at))) at++
    const offset = at
    for (const letter of letters) {
      while (at < text.length && /\s/.test(text.charAt(at))) at++
      if (!text.startsWith(letter, at)) return []
      at += letter.length
    }
    return [{ offset, start }]
  })
}

function unspokenParts(
  sentences: readonly ScriptSentence[],
  placed: readonly (readonly PlacedWord[] | undefined)[],
): UnspokenPart[] {
  const starts = placed.map((words) => words?.[0]?.start)
  let end = 0
  const before = placed.map((words) => (end = Math.max(end, words?.at(-1)?.end ?? 0)))
  let start = Infinity
  const after = starts.map(() => Infinity)
  for (let at = starts.length - 1; at >= 0; at--) after[at] = start = Math.min(start, starts[at] ?? Infinity)
  return sentences.flatMap(({ text, speaker, row }, at) => {
    if (placed[at]) return []
    const from = before[at] ?? 0
    const to = after[at] ?? from
    return [{ text, speaker, row, start: from, end: Math.max(from, to === Infinity ? from : to) }]
  })
}
