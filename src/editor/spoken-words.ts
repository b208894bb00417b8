import type { Cue } from '#core/subtitle/cue.ts'
import { cueIn } from '#core/subtitle/cue-list.ts'
import { isSpread, type SpokenWord, spokenWords, wordAt } from '#core/subtitle/spoken-words.ts'
import { followText } from './follow-text.ts'
import type { Following } from './following.ts'
import type { Playhead } from './media/playhead.ts'
import type { EditorSession } from './session.ts'

interface Parts {
  readonly session: EditorSession
  readonly playhead: Playhead
  readonly following: Following
}

/** Hears which word is said in the line at the playhead; nothing between words and lines. */
type WordListener = (word: SpokenWord | undefined) => void

/**
 * The word that is said at the playhead. Words of a line are found once, when it comes to the playhead or is edited there; a
 * frame looks through them, and nobody hears of it before another word is said.
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

  /** Begins to follow the playhead; returns what ends that. */
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

  /** For React: the line at the playhead, where the times of its words are known. */
  readonly line = (): string | undefined => (this.words.length > 0 ? this.cue?.id : undefined)
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Calls the listener with the word that is said now and with each that follows; returns what ends that. */
  onWord(listener: WordListener): () => void {
    this.wordListeners.add(listener)
    listener(this.now)
    return () => this.wordListeners.delete(listener)
  }

  /** The words of a line whose times are known. */
  wordsOf(cue: Cue): readonly SpokenWord[] {
    const words = spokenWords(cue, this.parts.session.wordsOf(cue))
    return isSpread(words) ? [] : words
  }

  /** Where the playhead goes for a place in a line's text: to the word there. */
  seekTo(id: string, offset: number): boolean {
    const { session, playhead } = this.parts
    const cue = cueIn(session.list, id)
    const word = cue && this.wordsOf(cue).findLast(({ from }) => from <= offset)
    if (!word) return false
    playhead.seek(word.start)
    return true
  }

  /** The start of the next word, or of the one before, in whichever line; undefined where there is none. */
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

/** More lines without times are not gone over for the next word. */
const MOST_LINES = 500

/** The line to begin at: by halves, as lines are in order; where they are not, near enough to be gone on from. */
function placeOf(list: EditorSession['list'], ms: number, by: 1 | -1): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list.cueAt(middle).start <= ms) low = middle + 1
    else high = middle
  }
  return by > 0 ? Math.max(0, low - 1) : Math.min(list.length - 1, low - 1)
}
