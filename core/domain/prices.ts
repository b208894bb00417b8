import type { TaskType } from './task.ts'

const UNIT_SECONDS = 30
const UNIT_CHARACTERS = 100

/** Credits per started unit: 30 s of video, or 100 characters of text in one target language. */
const creditsPerUnit: Record<TaskType, number> = {
  video_extract: 1,
  subtitle_translate: 1,
  video_synthesis: 1,
}

export interface PriceInput {
  durationMs?: number
  characters?: number
}

/** Price of one task in credits; a partial unit is billed as a full one. */
export function price(type: TaskType, input: PriceInput): number {
  const rate = creditsPerUnit[type]
  if (type === 'subtitle_translate') return rate * Math.max(1, Math.ceil((input.characters ?? 0) / UNIT_CHARACTERS))
  return rate * Math.max(1, Math.ceil((input.durationMs ?? 0) / (UNIT_SECONDS * 1000)))
}

/** Credits that a new customer account gets once. */
export const SIGN_UP_CREDITS = 200
/** Days for which they can be spent. */
export const SIGN_UP_CREDITS_DAYS = 365
