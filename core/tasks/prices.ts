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

/** Credits for a dub, less those that were paid for takes of it; free if only the mix is new. */
export function priceOfDub({ paid = 0, ...facts }: PriceFacts): number {
  return Math.max(0, fullPriceOfDub(facts) - paid)
}

/** The same without takes. */
export function fullPriceOfDub({ durationMs, isSpoken = false }: Pick<PriceFacts, 'durationMs' | 'isSpoken'>): number {
  return isSpoken ? 0 : priceOfVideo(rates.video_dubbing, durationMs)
}

/** Credits for a take: all takes of a video and language add up, and each started unit of them costs what a dub costs. */
export function priceOfTake({ durationMs, takenMs = 0 }: PriceFacts): number {
  const units = (ms: number): number => Math.ceil(ms / UNIT_MS)
  return rates.video_dubbing * (units(takenMs + durationMs) - units(takenMs))
}
