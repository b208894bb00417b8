import { type LineVoice, MOST_TAKES, usualLineVoice } from '../domain/line-voice.ts'

/** What a take was spoken from, and what of it decides which take is chosen. */
export interface TakeFacts extends LineVoice {
  /** Counts the takes of its line, from 1. */
  readonly number: number
  /** The words as they were spoken, with pronunciations. */
  readonly said: string
  readonly isStarred: boolean
}

/** A line as it would be spoken now. */
export interface LineNow extends LineVoice {
  /** Its words as a voice speaks them. */
  readonly said: (voice: string) => string
}

/** A line by its own voice, where it has one, else by that of its dub. */
export function lineNow(own: LineVoice | undefined, dubVoice: string, said: LineNow['said']): LineNow {
  return { ...usualLineVoice, ...own, voice: own?.voice || dubVoice, said }
}

/** In place of a voice’s id: a person spoke the take. */
export const RECORDED_VOICE = 'recorded'

/** Whether a take has other words than its line has now. */
export const hasOtherWords = (take: Pick<TakeFacts, 'said' | 'voice'>, line: Pick<LineNow, 'said'>): boolean =>
  take.said !== line.said(take.voice)

/** Whether the line would now be spoken with other words, in another voice, or in another way. A recorded one depends on its words. */
export function isStale(take: TakeFacts, line: LineNow): boolean {
  if (take.voice === RECORDED_VOICE) return hasOtherWords(take, line)
  return (
    take.voice !== line.voice ||
    take.speed !== line.speed ||
    take.pitch !== line.pitch ||
    take.gap !== line.gap ||
    hasOtherWords(take, line)
  )
}

/**
 * The take that a dub uses: the one with a star as long as its words are the line's, else the newest that is not stale;
 * undefined if there is none.
 */
export function chosenTake<T extends TakeFacts>(takes: readonly T[], line: LineNow): T | undefined {
  const starred = takes.find((take) => take.isStarred && !hasOtherWords(take, line))
  if (starred) return starred
  return takes
    .filter((take) => !isStale(take, line))
    .reduce<T | undefined>((newest, take) => (newest && newest.number > take.number ? newest : take), undefined)
}

/** The takes of a line that are too many: the oldest without a star. */
export function surplusTakes<T extends Pick<TakeFacts, 'number' | 'isStarred'>>(
  takes: readonly T[],
  most = MOST_TAKES,
): T[] {
  const loose = takes.filter(({ isStarred }) => !isStarred).sort((a, b) => a.number - b.number)
  return loose.slice(0, Math.max(0, takes.length - most))
}
