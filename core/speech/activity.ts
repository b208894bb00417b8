import type { TimeRange } from '../timing/time-range.ts'

/** Speech starts above the first probability and ends below the second; values between keep the state. */
const BEGIN = 0.5
const END = 0.35
/** Shorter silences belong to speech, shorter speech is noise, and this padding is added on both sides; ms. */
const MIN_SILENCE = 140
const MIN_SPEECH = 200
const PAD = 40

/**
 * Times of speech, in order, from the probability of each window of `windowMs`. Hysteresis prevents flicker; the
 * thresholds are those of Silero's code.
 */
export function speechSpans(chances: Iterable<number>, windowMs: number): TimeRange[] {
  const spans: { start: number; end: number }[] = []
  let isOpen = false
  let at = 0
  for (const chance of chances) {
    const last = spans.at(-1)
    if (isOpen && last && chance >= END) last.end = at + windowMs
    else if (isOpen) isOpen = false
    if (!isOpen && chance >= BEGIN) {
      isOpen = true
      if (last && at - last.end < MIN_SILENCE) last.end = at + windowMs
      else spans.push({ start: at, end: at + windowMs })
    }
    at += windowMs
  }
  return padded(
    spans.filter(({ start, end }) => end - start >= MIN_SPEECH),
    at,
  )
}

/** Extends spans by the padding, at most to the middle between two. */
function padded(spans: readonly TimeRange[], length: number): TimeRange[] {
  return spans.map(({ start, end }, index) => {
    const before = spans[index - 1]?.end
    const after = spans[index + 1]?.start
    return {
      start: Math.max(before === undefined ? 0 : Math.ceil((before + start) / 2), start - PAD),
      end: Math.min(after === undefined ? length : Math.floor((end + after) / 2), end + PAD),
    }
  })
}
