import type { PriceFacts } from './kind.ts'

const UNIT_MS = 30_000
const UNIT_CHARACTERS = 100

/** Credits per started unit: 30 s of video, or 100 characters of text in one target language. */
export const rates = {
  video_extract: 1,
  subtitle_translate: 1,
  video_synthesis: 1,
  video_erase: { basic: 2, advanced: 4 },
  video_translate: 2,
  video_dubbing: 4,
} as const

/** Credits for a video of this length in milliseconds; a started unit counts as a whole one, and one is the least. */
export function priceOfVideo(rate: number, durationMs: number): number {
  return rate * Math.max(1, Math.ceil(durationMs / UNIT_MS))
}

/** Credits for a text of this many characters; started units count whole, at least one. */
export function priceOfText(rate: number, characters: number): number {
  return rate * Math.max(1, Math.ceil(characters / UNIT_CHARACTERS))
}

/** Credits for a dub; free if only the mix is new. */
export function priceOfDub({ durationMs, isSpoken = false }: PriceFacts): number {
  return isSpoken ? 0 : priceOfVideo(rates.video_dubbing, durationMs)
}
