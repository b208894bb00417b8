import { extractionFlags, translationFlags } from '#core/domain/task.ts'

/** What a task can say of a line. */
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
] as const
export type Verdict = (typeof verdicts)[number]

/** Whether there is a word for a verdict; a newer server may know others. */
export const isVerdict = (text: string): text is Verdict => verdicts.some((verdict) => verdict === text)
