import { type Cue, wholeOf } from './cue.ts'
import type { FormatExtras } from './format.ts'
import { stretched } from './inner-times.ts'
import type { WordTime } from './word-times.ts'

/** A cue as it was when the times of its words became known. Times in ms, offsets in `text`. */
export interface CueWords {
  readonly cue_id: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: WordTime[]
}

/** The words that a file gives times for, cue by cue. */
export function wordsOfFile({ cues }: FormatExtras): CueWords[] {
  return [...cues].flatMap(([cue_id, { start, end, text, words }]) =>
    words && words.length > 0 ? [{ cue_id, start, end, text, words: [...words] }] : [],
  )
}

/** Times of words by cue: those of a cue that was moved move along, those of a cue that was cut out of another are found in it. */
export class WordTimes {
  private readonly known: ReadonlyMap<string, CueWords>

  constructor(words: readonly CueWords[] = []) {
    this.known = new Map(words.map((cue) => [cue.cue_id, cue]))
  }

  /** The words of a cue's text as it stands; undefined where nobody knows when they are said. */
  of({ id, start, end, text }: Cue): WordTime[] | undefined {
    const was = this.known.get(wholeOf(id))
    const from = was?.text.indexOf(text) ?? -1
    if (!was || from < 0 || text === '') return undefined
    // A line that is cut out of another begins or ends with it, or lies inside: what was cut is where it was.
    const whole = id === was.cue_id
    const move = whole || end - start === was.end - was.start ? stretched(was, { start, end }) : (ms: number) => ms
    return was.words
      .filter(({ offset }) => offset >= from && offset < from + text.length)
      .map((word) => ({ ...word, offset: word.offset - from, start: move(word.start) }))
  }
}
