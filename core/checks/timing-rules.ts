import type { Cue } from '../subtitle/cue/cue.ts'
import { framesBetween, frameStart, halfSecondFrames, nearestFrame } from '../domain/frames.ts'
import { partCues } from '../timing/overlaps.ts'
import { roundedAbove } from './readings.ts'
import type { Fix, Limits, CueContext, Rule, Values } from './rule.ts'

const one = (cue: Cue): Fix => ({ cues: [cue] })
const lengthOf = (cue: Cue): number => cue.end - cue.start

/** The latest end that keeps the gap before a start: exactly the required frames in frame-based profiles. */
function endBefore(start: number, { gap, gapFrames, rate }: Limits): number {
  return gapFrames > 0 ? frameStart(nearestFrame(start, rate) - gapFrames, rate) : start - gap
}

/** The earliest start that keeps the gap after an end. */
function startAfter(end: number, { gap, gapFrames, rate }: Limits): number {
  return gapFrames > 0 ? frameStart(nearestFrame(end, rate) + gapFrames, rate) : end + gap
}

export const lineTimeError: Rule = {
  severity: 'error',
  check: ({ cue }) => (cue.end > cue.start && cue.start >= 0 ? undefined : { start: cue.start, end: cue.end }),
  fix({ cue, next, isTypeset }, limits) {
    if (cue.start < 0 || isTypeset) return undefined
    if (cue.end < cue.start) return one({ ...cue, start: cue.end, end: cue.start })
    const end = Math.min(cue.start + limits.minDuration, ceiling(next, limits))
    return end > cue.start ? one({ ...cue, end }) : undefined
  },
}

export const sequenceTimeError: Rule = {
  severity: 'error',
  check(context) {
    const { cue, previous } = context
    if (!previous || cue.start >= previous.end || !context.covered) return undefined
    return { overlap: previous.end - cue.start }
  },
  fix({ cue, covered: previous }, limits) {
    const { minDuration, gap, cps } = limits
    const parted = previous && partCues(previous, cue, { optimalCps: cps * 0.75, maxCps: cps, minDuration, gap })
    if (!parted) return undefined
    const { earlier, later, how } = parted
    if (how === 'cut_earlier') return { cues: [{ ...earlier, end: endBefore(cue.start, limits) }] }
    const start = startAfter(earlier.end, limits)
    const end = how === 'share' ? endBefore(start, limits) : earlier.end
    return {
      cues: [
        { ...earlier, end },
        { ...later, start },
      ],
    }
  },
}

export const minGap: Rule = {
  severity: 'warning',
  check(context, { gap, gapFrames, rate }): Values | undefined {
    const { cue, previous } = context
    if (!previous || cue.start < previous.end) return undefined
    const space = cue.start - previous.end
    // The gap in milliseconds suffices wherever frames begin; two rounded times may deviate by one.
    if (space >= (gapFrames === 0 ? gap : gap - 1) || !context.covered) return undefined
    if (gapFrames === 0) return { gap: space, min: gap }
    const frames = framesBetween(previous.end, cue.start, rate)
    return frames < gapFrames ? { gap: frames, min: gapFrames, unit: 'frames' } : undefined
  },
  fix: ({ cue, previous }, limits) => endAt(previous, endBefore(cue.start, limits)),
}

function endAt(cue: Cue | undefined, end: number): Fix | undefined {
  return cue && end > cue.start ? one({ ...cue, end }) : undefined
}

export const chainGap: Rule = {
  severity: 'hint',
  check(context, { gap, gapFrames, chainBelow, chainFrames, rate }): Values | undefined {
    const { cue, previous } = context
    const space = previous ? cue.start - previous.end : 0
    // Off the frame grid, a space of exactly the gap in milliseconds can measure a frame longer.
    if (!previous || space <= gap || !context.covered) return undefined
    if (chainFrames === 0) return space < chainBelow ? { gap: space, wanted: gap, below: chainBelow } : undefined
    const frames = framesBetween(previous.end, cue.start, rate)
    if (frames <= gapFrames || frames >= chainFrames) return undefined
    return { gap: frames, wanted: gapFrames, below: chainFrames, unit: 'frames' }
  },
  fix: ({ cue, previous }, limits) => endAt(previous, endBefore(cue.start, limits)),
}

function leastDuration({ text }: CueContext, { minDuration, minPerWord }: Limits): number {
  return Math.max(minDuration, minPerWord * text.words)
}

export const minDuration: Rule = {
  severity: 'warning',
  check(context, limits) {
    const [length, min] = [lengthOf(context.cue), leastDuration(context, limits)]
    return length > 0 && length < min ? { duration: length, min } : undefined
  },
  fix: (context, limits) => lengthen(context, leastDuration(context, limits), limits),
}

export const maxDuration: Rule = {
  severity: 'warning',
  check: ({ cue }, { maxDuration }) =>
    lengthOf(cue) > maxDuration ? { duration: lengthOf(cue), max: maxDuration } : undefined,
  fix: ({ cue }, { maxDuration }) => one({ ...cue, end: cue.start + maxDuration }),
}

export const cps: Rule = {
  severity: 'warning',
  check({ cue, text }, { cps, cpsCounting }) {
    const length = lengthOf(cue)
    const speed = length > 0 ? (text[cpsCounting] * 1000) / length : 0
    return speed > cps ? { cps: roundedAbove(speed, cps, 1), max: cps } : undefined
  },
  fix: (context, limits) =>
    lengthen(context, Math.ceil((context.text[limits.cpsCounting] * 1000) / limits.cps), limits),
}

export const wpm: Rule = {
  severity: 'warning',
  check({ cue, text }, { wpm }) {
    const length = lengthOf(cue)
    const speed = length > 0 && wpm > 0 ? (text.words * 60_000) / length : 0
    return speed > wpm ? { wpm: roundedAbove(speed, wpm, 0), max: wpm } : undefined
  },
  fix: (context, limits) => lengthen(context, Math.ceil((context.text.words * 60_000) / limits.wpm), limits),
}

/** First a later out time, then an earlier in time: as much as required or possible. */
function lengthen({ cue, previous, next }: CueContext, wanted: number, limits: Limits): Fix | undefined {
  if (wanted > limits.maxDuration) return undefined
  const end = Math.max(cue.end, Math.min(cue.start + wanted, ceiling(next, limits)))
  const floor = previous ? Math.max(0, startAfter(previous.end, limits)) : 0
  // An in time more than half a second before the sound looks wrong.
  const start = Math.min(cue.start, Math.max(end - wanted, floor, cue.start - 500))
  return end === cue.end && start === cue.start ? undefined : one({ ...cue, start, end })
}

function ceiling(next: Cue | undefined, limits: Limits): number {
  return Math.min(limits.duration, next ? endBefore(next.start, limits) : Infinity)
}

/** The last shot change at or before a time and the first after it, in milliseconds. */
export function shotChangesAround(
  shotChanges: readonly number[],
  ms: number,
): [before: number | undefined, after: number | undefined] {
  let lo = 0
  let hi = shotChanges.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if ((shotChanges[middle] ?? Infinity) <= ms) lo = middle + 1
    else hi = middle
  }
  return [shotChanges[lo - 1], shotChanges[lo]]
}

/**
 * Netflix Timed Text Style Guide, "Timing to shot changes": dialogue from a few frames before to half a second after a
 * shot change starts on it. Between three quarters of half a second and half a second before, it is only reported.
 */
export const shotIn: Rule = {
  severity: 'warning',
  check({ cue, shotChanges }, { rate }) {
    if (shotChanges.length === 0) return undefined
    const half = halfSecondFrames(rate)
    const frame = nearestFrame(cue.start, rate)
    const [before, after] = shotChangesAround(shotChanges, frameStart(frame, rate))
    const since = before === undefined ? 0 : frame - nearestFrame(before, rate)
    if (before !== undefined && since > 0 && since < half) return { frames: since, shotChange: before }
    const until = after === undefined ? half : nearestFrame(after, rate) - frame
    return after !== undefined && until < half ? { frames: -until, shotChange: after } : undefined
  },
  fix(context, limits) {
    const found = shotIn.check(context, limits)
    const { cue } = context
    if (!found || Number(found['frames']) <= -Math.round(halfSecondFrames(limits.rate) * 0.75)) return undefined
    const start = Number(found['shotChange'])
    return start < cue.end ? one({ ...cue, start }) : undefined
  },
}

/**
 * An out time on a shot change, or less than half a second before, moves to the profile's place: two frames before it for
 * Netflix ("Timing to shot changes"), with the shot for the BBC (6.1, "Match subtitles to shot").
 */
export const shotOut: Rule = {
  severity: 'warning',
  check({ cue, shotChanges }, { rate, shotOutFrames }) {
    if (shotChanges.length === 0) return undefined
    const frame = nearestFrame(cue.end, rate)
    const [before, after] = shotChangesAround(shotChanges, frameStart(frame, rate))
    // On the shot change itself the cue would still show in the next shot's first frame.
    const isOn = before !== undefined && nearestFrame(before, rate) === frame
    const shotChange = isOn ? before : after
    if (shotChange === undefined) return undefined
    const frames = nearestFrame(shotChange, rate) - frame
    if (frames >= halfSecondFrames(rate) || shotOutFrames.includes(frames)) return undefined
    return { frames, shotChange, wanted: shotOutFrames[0] }
  },
  fix(context, limits) {
    const found = shotOut.check(context, limits)
    if (!found) return undefined
    const { rate, shotOutFrames } = limits
    const end = frameStart(nearestFrame(Number(found['shotChange']), rate) - shotOutFrames[0], rate)
    return endAt(context.cue, end)
  },
}
