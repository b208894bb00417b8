import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { isSpread, type SpokenWord, spokenWords, wordAt } from '#core/subtitle/cue/spoken-words.ts'
import { followText } from '../model/follow-text.ts'
import type { Following } from './following.ts'
import type { Playhead } from './playhead.ts'
import type { EditorSession } from '../model/session.ts'

interface Parts {
  readonly session: EditorSession
  readonly playhead: Playhead
  readonly following: Following
}

/** Receives the active word of the line at the playhead; undefined between words and lines. */
type WordListener = (word: SpokenWord | undefined) => void

/**
 * Finds the active word. Words of a line are computed once, when it comes to the playhead or is edited; a frame only
 * searches them, and listeners are called when the word changes.
 */
export class SpokenWords {
  private readonly parts: Parts
  private words: readonly SpokenWord[] = []
  private cue: Cue | undefined
  private now: SpokenWord | undefined
  private readonly listeners = new Set<() => void>()
  private readonly wordListeners = new Set<WordListener>()

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Starts following the playhead; returns a function that ends that. */
  start(): () => void {
    const { session, playhead, following } = this.parts
    const stops = [
      following.subscribe(() => this.find()),
      followText(session, () => this.find()),
      session.onWords(() => this.find(true)),
      playhead.on((ms) => this.look(ms)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** For React: the line at the playhead, if it has word times. */
  readonly line = (): string | undefined => (this.words.length > 0 ? this.cue?.id : undefined)
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Calls the listener with the active word, now and on each change; returns a function that ends that. */
  onWord(listener: WordListener): () => void {
    this.wordListeners.add(listener)
    listener(this.now)
    return () => this.wordListeners.delete(listener)
  }

  /** Words of a line with times. */
  wordsOf(cue: Cue): readonly SpokenWord[] {
    const words = spokenWords(cue, this.parts.session.wordsOf(cue))
    return isSpread(words) ? [] : words
  }

  /** Seeks to the word at an offset of a line's text. */
  seekTo(id: string, offset: number): boolean {
    const { session, playhead } = this.parts
    const cue = cueIn(session.list, id)
    const word = cue && this.wordsOf(cue).findLast(({ from }) => from <= offset)
    if (!word) return false
    playhead.seek(word.start)
    return true
  }

  /** Start of the next or previous word, in any line; undefined without one. */
  beside(by: 1 | -1): number | undefined {
    const { session, playhead } = this.parts
    const { list } = session
    const ms = Math.round(playhead.ms)
    const at = placeOf(list, ms, by)
    for (let index = at; index >= 0 && index < list.length && Math.abs(index - at) < MOST_LINES; index += by) {
      const starts = this.wordsOf(list.cueAt(index)).map(({ start }) => start)
      const start = by > 0 ? starts.find((one) => one > ms) : starts.findLast((one) => one < ms)
      if (start !== undefined) return start
    }
    return undefined
  }

  private find(isNew = false): void {
    const { session, playhead, following } = this.parts
    const { list } = session.cells
    const cue = cueIn(list, following.line() ?? '')
    if (cue === this.cue && !isNew) return
    const before = this.line()
    this.cue = cue
    this.words = cue ? this.wordsOf(cue) : []
    if (before !== this.line()) for (const listener of this.listeners) listener()
    this.tell(wordAt(this.words, playhead.ms))
  }

  private look(ms: number): void {
    const { now } = this
    if (now && now.start <= ms && ms < now.end) return
    if (now || this.words.length > 0) this.tell(wordAt(this.words, ms))
  }

  private tell(word: SpokenWord | undefined): void {
    if (word === this.now) return
    this.now = word
    for (const listener of this.wordListeners) listener(word)
  }
}

/** The search for the next word stops after this many lines without times. */
const MOST_LINES = 500

/** Index of the first line to search, by binary search; in an unordered list an approximation suffices. */
function placeOf(list: EditorSession['list'], ms: number, by: 1 | -1): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list.cueAt(middle).start <= ms) low = middle + 1
    else high = middle
  }
  return by > 0 ? Math.max(0, low - 1) : Math.min(list.length - 1, low - 1)
}
