import { checkAll } from '../checks/check.ts'
import type { Limits } from '../checks/rule.ts'
import type { Cue } from '../subtitle/cue.ts'
import { plainText } from '../subtitle/markup.ts'
import { breakEdits } from './break-edits.ts'
import { subtitleEdits } from './suber.ts'
import { wordErrors } from './word-errors.ts'

/** How good subtitles are as numbers; each rate is a share, 0 where nothing is wrong. */
export interface SubtitleMetrics {
  /** Words of the reference, and those that are wrong: the word error rate is `wrong / words`. */
  readonly words: number
  readonly wrong: number
  readonly wer: number
  /** Words, breaks and times together; see `subtitleEdits`. */
  readonly suber: number
  /** Ends of rows and cues alone; see `breakEdits`. */
  readonly breaks: number
  /** Share of lines with neither an error nor a warning by the limits. */
  readonly within: number
}

/** Measures subtitles against a reference, and by the limits of a profile; both are in order of time. */
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

/** The share of lines with neither an error nor a warning by the limits; all of none. */
export function shareWithin(cues: readonly Cue[], limits: Limits): number {
  if (cues.length === 0) return 1
  const findings = checkAll(cues, limits)
  const isClean = ({ id }: Cue): boolean => (findings.get(id) ?? []).every(({ severity }) => severity === 'hint')
  return cues.filter(isClean).length / cues.length
}
