import { type Cue, wholeOf } from '../cue/cue.ts'
import { wordsAfterEdits } from '../cue/edited-words.ts'
import { type FormatExtras, hasOwnStyles } from './format.ts'
import { karaokeWords } from './karaoke.ts'
import type { WordTime } from '../cue/word-times.ts'

/** A cue as it was when its word times became known. Times in ms, offsets in `text`. */
export interface CueWords {
  readonly cue_id: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: WordTime[]
}

/** Word times that a step replaces, as its patch replaces cues. */
export interface WordsChange {
  readonly removed: readonly CueWords[]
  readonly added: readonly CueWords[]
}

/** The change that an undo makes. */
export const undoneWords = ({ removed, added }: WordsChange): WordsChange => ({ removed: added, added: removed })

/** The word times of a file per cue; in SubStation by `\k`. */
export function wordsOfFile({ cues, format }: FormatExtras): CueWords[] {
  return [...cues].flatMap(([cue_id, { start, end, text, words }]) => {
    const own = hasOwnStyles(format) ? karaokeWords(text, start) : [...(words ?? [])]
    return own.length > 0 ? [{ cue_id, start, end, text, words: own }] : []
  })
}

/** Whether a cue with an id exists. */
export type IsThere = (id: string) => boolean

/**
 * Word times per cue. The original cues are kept; current words are found in them, and in following deleted ones, which
 * were merged.
 */
export class WordTimes {
  readonly lines: readonly CueWords[]
  private readonly places: ReadonlyMap<string, number>

  constructor(lines: readonly CueWords[] = []) {
    this.lines = lines
    this.places = new Map(lines.map(({ cue_id }, at) => [cue_id, at]))
  }

  /** Whether any word times are known. */
  get isEmpty(): boolean {
    return this.lines.length === 0
  }

  /** Adds word times of cues; those of deleted cues in the same time are dropped, as their speech was recognised again. */
  with(fresh: readonly CueWords[], isThere: IsThere): WordTimes {
    const ids = new Set(fresh.map(({ cue_id }) => cue_id))
    const taken = fresh.toSorted((a, b) => a.start - b.start)
    let reach = 0
    const reached = taken.map(({ end }) => (reach = Math.max(reach, end)))
    // Each entry is the latest end so far, so the last cue that starts before the line ends is enough.
    const isTaken = ({ start, end }: CueWords): boolean => {
      const at = taken.findLastIndex((one) => one.start < end)
      return at >= 0 && (reached[at] ?? 0) > start
    }
    const kept = this.lines.filter((line) => !ids.has(line.cue_id) && (isThere(line.cue_id) || !isTaken(line)))
    return new WordTimes([...kept, ...fresh].sort((a, b) => a.start - b.start))
  }

  /** The change that makes these word times the others. */
  changeTo(others: WordTimes): WordsChange {
    const [own, theirs] = [new Set(this.lines), new Set(others.lines)]
    return {
      removed: this.lines.filter((line) => !theirs.has(line)),
      added: others.lines.filter((line) => !own.has(line)),
    }
  }

  /** Applies a change. */
  changed({ removed, added }: WordsChange): WordTimes {
    const ids = new Set([...removed, ...added].map(({ cue_id }) => cue_id))
    const kept = this.lines.filter((line) => !ids.has(line.cue_id))
    return new WordTimes([...kept, ...added].sort((a, b) => a.start - b.start))
  }

  /** The words of a cue's current text; undefined if their times are unknown. */
  of(cue: Cue, isThere: IsThere = () => true): WordTime[] | undefined {
    if (cue.text === '') return undefined
    const own = this.places.get(wholeOf(cue.id))
    const at = own ?? this.placeAt(cue.start)
    let end = own === undefined ? at : at + 1
    while (end - at < MOST_JOINED && this.isJoined(end, cue, own !== undefined, isThere)) end++
    if (end === at) return undefined
    const words = wordsAfterEdits(cue, this.lines.slice(at, end), own !== undefined)
    return words.length > 0 ? words : undefined
  }

  /** Deleted cues may have merged into the one before; for a cue without word times only if it covers their time. */
  private isJoined(at: number, cue: Cue, hasOwn: boolean, isThere: IsThere): boolean {
    const line = this.lines[at]
    return line !== undefined && !isThere(line.cue_id) && (hasOwn || line.start < cue.end)
  }

  /** Where lines begin that start at a time or later. */
  private placeAt(ms: number): number {
    let [low, high] = [0, this.lines.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.lines[middle]?.start ?? 0) < ms) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** At most this many cues are searched for merged ones. */
const MOST_JOINED = 12
