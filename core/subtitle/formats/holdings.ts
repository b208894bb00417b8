import type { Format } from './format.ts'
import type { TextStyle } from '../text/styled.ts'

/** Capabilities of formats; everything else is a reported loss. */
export interface Holding {
  readonly styles: readonly (keyof TextStyle)[]
  /** Positions: any of nine, top, middle and bottom only, or none. */
  readonly places: 'nine' | 'rows' | 'none'
  readonly speakers: boolean
  /** Word times. */
  readonly words: boolean
  readonly times: 'milliseconds' | 'hundredths' | 'frames'
  /** Whether cues may overlap. */
  readonly overlaps: boolean
  /** Whether an empty cue survives. */
  readonly empty: boolean
  /** Letters in a row, and rows, at most. */
  readonly grid?: { readonly columns: number; readonly rows: number }
}

const all = ['italic', 'bold', 'underline', 'strike', 'color'] as const
const text = { styles: all, places: 'nine', words: false, times: 'milliseconds', overlaps: true, empty: true } as const
const captions = {
  styles: ['italic', 'underline', 'color'],
  places: 'nine',
  speakers: false,
  words: false,
  times: 'frames',
  overlaps: false,
  empty: false,
  grid: { columns: 32, rows: 15 },
} as const

/** What each format can hold, besides times and letters. */
export const holdings: Record<Format, Holding> = {
  srt: { ...text, speakers: false },
  vtt: { ...text, speakers: true, words: true },
  ass: { ...text, speakers: true, times: 'hundredths' },
  ssa: { ...text, speakers: true, times: 'hundredths' },
  ttml: { ...text, places: 'rows', speakers: false },
  stl: {
    styles: ['italic', 'underline', 'color'],
    places: 'nine',
    speakers: false,
    words: false,
    times: 'frames',
    overlaps: true,
    empty: false,
    grid: { columns: 37, rows: 11 },
  },
  scc: captions,
  mcc: captions,
  sub: {
    styles: all,
    places: 'none',
    speakers: false,
    words: false,
    times: 'frames',
    overlaps: true,
    empty: true,
  },
  lrc: { styles: [], places: 'none', speakers: false, words: true, times: 'hundredths', overlaps: false, empty: false },
  sbv: {
    styles: [],
    places: 'none',
    speakers: false,
    words: false,
    times: 'milliseconds',
    overlaps: true,
    empty: true,
  },
  smi: {
    styles: all,
    places: 'none',
    speakers: false,
    words: false,
    times: 'milliseconds',
    overlaps: false,
    empty: false,
  },
  words: {
    styles: [],
    places: 'none',
    speakers: true,
    words: true,
    times: 'milliseconds',
    overlaps: true,
    empty: false,
  },
}
