import { extractionFlags, scriptVerdicts, translationFlags } from '#core/domain/task.ts'

/** Possible verdicts on a cue. */
const verdicts = [
  'fits',
  'borrowed',
  'sped',
  'shortened',
  'slowed',
  'does_not_fit',
  'failed',
  'broken_off',
  'rolls',
  ...translationFlags,
  ...extractionFlags,
  ...scriptVerdicts,
] as const
export type Verdict = (typeof verdicts)[number]

/** Visual weight of each verdict. */
export const verdictIntents: Record<Verdict, 'none' | 'success' | 'warning' | 'danger'> = {
  fits: 'success',
  borrowed: 'none',
  sped: 'none',
  shortened: 'none',
  slowed: 'none',
  does_not_fit: 'warning',
  failed: 'danger',
  broken_off: 'danger',
  not_translated: 'danger',
  unchanged: 'warning',
  words_lost: 'danger',
  number_differs: 'warning',
  term_differs: 'warning',
  name_differs: 'warning',
  too_long: 'warning',
  too_fast: 'warning',
  style_lost: 'none',
  doubtful: 'warning',
  differs: 'warning',
  rolls: 'none',
  unplaced: 'warning',
  speaker_unsure: 'warning',
  not_spoken: 'none',
  not_in_script: 'none',
}

/** Whether a verdict has a word; a newer server may have others. */
export const isVerdict = (text: string): text is Verdict => verdicts.some((verdict) => verdict === text)
