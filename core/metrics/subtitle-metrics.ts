import { checkAll } from '../checks/check.ts'
import type { Limits } from '../checks/rule.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { plainText } from '../subtitle/text/markup.ts'
import { breakEdits } from './break-edits.ts'
import { subtitleEdits } from './suber.ts'
import { wordErrors } from './word-errors.ts'

/** Quality figures of subtitles; rates are shares, 0 being perfect. */
export interface SubtitleMetrics {
  /** Words of the reference, and wrong ones: the word error rate is `wrong / words`. */
  readonly words: number
  readonly wrong: number
  readonly wer: number
  /** Words, breaks and times together; see `subtitleEdits`. */
  readonly suber: number
  /** Row and cue ends only; see `breakEdits`. */
  readonly breaks: number
  /** Share of cues without errors or warnings by the limits. */
  readonly within: number
}

/** Measures subtitles against a reference, and by a profile's limits; both are in time order. */
export function subtitleMetrics(cues: readonly Cue[], reference: readonly Cue[], limits: Limits): SubtitleMetrics {
  const { words, wrong } = wordErrors(textOf(reference), textOf(cues))
  const [all, breaks] = [subtitleEdits(cues, reference), breakEdits(cues, reference)]
  const share = (edits: number, tokens: number): number => (tokens === 0 ? Number(edits > 0) : edits / tokens)
  return {
    ...{ words, wrong, wer: share(wrong, words) },
    suber: share(all.edits, all.tokens),
    breaks: share(breaks.edits, breaks.tokens),
    within: shareWithin(cues, limits),
  }
}

const textOf = (cues: readonly Cue[]): string => cues.map((cue) => plainText(cue.text)).join('\n')

/** The share of cues without errors or warnings by the limits; 1 without cues. */
export function shareWithin(cues: readonly Cue[], limits: Limits): number {
  if (cues.length === 0) return 1
  const findings = checkAll(cues, limits)
  const isClean = ({ id }: Cue): boolean => (findings.get(id) ?? []).every(({ severity }) => severity === 'hint')
  return cues.filter(isClean).length / cues.length
}
