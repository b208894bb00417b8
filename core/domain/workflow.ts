/** How far the work on a version is, in its order. */
export const stages = ['draft', 'timed', 'translated', 'checked', 'delivered'] as const
export type Stage = (typeof stages)[number]

/** What decides which stage a version may have. */
export interface StageFacts {
  readonly stage: Stage
  /** Revision of the text at which it got this stage, and the one that it has now. */
  readonly stage_revision: number
  readonly revision: number
  readonly cue_sum: number
  /** Lines with no text, or whose times are wrong. */
  readonly faulty: number
}

/** Why a version can't have a stage. */
export type StageRefusal = 'stage_empty' | 'stage_faulty' | 'stage_unchecked' | 'stage_changed'

/** Whether a text that was checked or delivered has been edited since. */
export function isChangedSince({ stage, stage_revision, revision }: Omit<StageFacts, 'cue_sum' | 'faulty'>): boolean {
  return (stage === 'checked' || stage === 'delivered') && revision > stage_revision
}

/**
 * Why a version may not get a stage; undefined where it may. Any way back is free. Nothing without lines goes on, nothing
 * faulty is checked, and only what was checked as it stands now is delivered.
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

/** Days before a deadline from which it is near. */
const NEAR_DAYS = 2

/** How a deadline stands at a moment: `met` where everything is delivered. */
export function deadlineState(deadline: Date, now: Date, isDelivered: boolean): 'far' | 'near' | 'over' | 'met' {
  if (isDelivered) return 'met'
  const left = deadline.getTime() - now.getTime()
  if (left < 0) return 'over'
  return left < NEAR_DAYS * 86_400_000 ? 'near' : 'far'
}

/** Longest name of a person who works on a folder, and how many of them there are. */
export const peopleLimits = { nameLength: 60, most: 50 } as const
