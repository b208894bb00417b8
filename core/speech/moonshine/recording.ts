import type { TimeRange } from '../../timing/time-range.ts'
import { speechPieces, wordsInPlace } from '../chunks.ts'
import { quietestMs, type Sound } from '../hearing.ts'
import type { Word } from '../words.ts'
import { type DecodePiece, hearPiece, moonshinePieces } from './hear.ts'

/** A recording that is recognised in pieces. */
export interface Recording {
  readonly durationMs: number
  /** Times of speech, in order. */
  readonly spans: readonly TimeRange[]
  /** Decibels of each 20 ms. */
  readonly loudness: ArrayLike<number>
  readonly read: (range: TimeRange) => Promise<Sound>
}

/** Called after each piece with its words and the share of pieces done, from 0 to 1. */
export type OnHeard = (words: readonly Word[], share: number) => void

/** All words of a recording in order; calls `onHeard` after each piece. */
export async function hearRecording(recording: Recording, decode: DecodePiece, onHeard: OnHeard): Promise<Word[]> {
  const { spans, durationMs, loudness, read } = recording
  const quietest = (range: TimeRange): number => quietestMs(loudness, range)
  const pieces = speechPieces(spans, durationMs, { ...moonshinePieces, quietest })
  const total = pieces.reduce((sum, { start, end }) => sum + end - start, 0)
  const all: Word[] = []
  let done = 0
  for (const range of pieces) {
    const words = wordsInPlace(await hearPiece(await read(range), decode), range)
    all.push(...words)
    done += range.end - range.start
    onHeard(words, done / total)
  }
  return all
}
