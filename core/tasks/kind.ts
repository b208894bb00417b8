import type { z } from 'zod'
import type { ResourceClass } from '../domain/resources.ts'

/** What a task can work on. */
export const subjectKinds = ['video', 'subtitle', 'project'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Inputs of a price: length of the video in milliseconds, characters of text in UTF-16 units. */
export interface PriceFacts {
  readonly durationMs: number
  readonly characters: number
  /** Whether an earlier dub spoke all of its cues. */
  readonly isSpoken?: boolean
  /** Length of earlier takes of the video in the language. */
  readonly takenMs?: number
  /** Credits that were paid for takes and not yet taken off a dub. */
  readonly paid?: number
}

/** One kind of task, as browser and server both know it. */
export interface TaskKind<Config extends z.ZodObject = z.ZodObject> {
  /** Its name on the wire and in the database. */
  readonly type: string
  /** The subjects that a caller names. */
  readonly subjects: readonly SubjectKind[]
  /** The user's choices; stored with the task and never changed. */
  readonly config: Config
  /** Whole credits, known before the task starts. */
  price(facts: PriceFacts, config: z.output<Config>): number
  /** What is copied at the start, so that later edits do not affect the paid work. */
  readonly freezes: 'cues' | 'nothing'
  /** Its result besides the task's row. */
  readonly result: 'subtitle' | 'video' | 'none'
  readonly resources: ResourceClass
  /** Which results chosen for later videos it uses; none if it works on the file itself. */
  readonly uses?: 'picture' | 'picture and sound'
  /** Another kind whose results a later task of this kind reuses. */
  readonly follows?: string
  /** True for internal work: not in the history, free of charge. */
  readonly isInternal: boolean
}

/** Checks a kind's type where it is defined. */
export function defineKind<Config extends z.ZodObject>(kind: TaskKind<Config>): TaskKind<Config> {
  return kind
}
