/** Stages of the work on a version, in order. */
export const stages = ['draft', 'timed', 'translated', 'checked', 'delivered'] as const
export type Stage = (typeof stages)[number]

/** Inputs for the allowed stages of a version. */
export interface StageFacts {
  readonly stage: Stage
  /** Revision at which it got this stage, and the current one. */
  readonly stage_revision: number
  readonly revision: number
  readonly cue_sum: number
  /** Cues without text, or with wrong times. */
  readonly faulty: number
}

/** Why a version can't have a stage. */
export type StageRefusal = 'stage_empty' | 'stage_faulty' | 'stage_unchecked' | 'stage_changed'

/** Whether a checked or delivered text has been edited since. */
export function isChangedSince({ stage, stage_revision, revision }: Omit<StageFacts, 'cue_sum' | 'faulty'>): boolean {
  return (stage === 'checked' || stage === 'delivered') && revision > stage_revision
}

/**
 * Why a version may not get a stage; undefined if it may. Going back is free; an empty version can't advance, a faulty
 * one can't be checked, and only an unedited checked one is delivered.
 */
export function stageRefusal(to: Stage, facts: StageFacts): StageRefusal | undefined {
  if (to === 'draft') return undefined
  if (facts.cue_sum === 0) return 'stage_empty'
  if (to !== 'checked' && to !== 'delivered') return undefined
  if (facts.faulty > 0) return 'stage_faulty'
  if (to === 'checked') return undefined
  if (facts.stage !== 'checked' && facts.stage !== 'delivered') return 'stage_unchecked'
  return isChangedSince(facts) ? 'stage_changed' : undefined
}

/** Days before a deadline that count as near. */
const NEAR_DAYS = 2

/** State of a deadline at a moment: `met` if everything is delivered. */
export function deadlineState(deadline: Date, now: Date, isDelivered: boolean): 'far' | 'near' | 'over' | 'met' {
  if (isDelivered) return 'met'
  const left = deadline.getTime() - now.getTime()
  if (left < 0) return 'over'
  return left < NEAR_DAYS * 86_400_000 ? 'near' : 'far'
}

/** Longest name of a person of a folder, and the most people. */
export const peopleLimits = { nameLength: 60, most: 50 } as const
