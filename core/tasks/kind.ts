import type { z } from 'zod'
import type { ResourceClass } from '../domain/resources.ts'

/** What a task can work on. */
export const subjectKinds = ['video', 'subtitle', 'project'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What a price is made of: length of the video in milliseconds, characters of text in UTF-16 units. */
export interface PriceFacts {
  readonly durationMs: number
  readonly characters: number
  /** Whether an earlier dub spoke all of its lines. */
  readonly isSpoken?: boolean
}

/** One kind of task: all that browser and server both know of it. */
export interface TaskKind<Config extends z.ZodObject = z.ZodObject> {
  /** Its name on the wire and in the database. */
  readonly type: string
  /** What a caller names to start it. */
  readonly subjects: readonly SubjectKind[]
  /** What a person chooses; stored with the task and never changed afterwards. */
  readonly config: Config
  /** Whole credits, known before the task starts. */
  price(facts: PriceFacts, config: z.output<Config>): number
  /** What is copied at the start, so that a later edit does not change what was paid for. */
  readonly freezes: 'cues' | 'nothing'
  /** What it makes besides its row. */
  readonly result: 'subtitle' | 'video' | 'none'
  readonly resources: ResourceClass
  /** What it takes from results that were chosen for later videos; nothing where it works on the file itself. */
  readonly uses?: 'picture' | 'picture and sound'
  /** Another kind that a later task of this one goes on from: what that made counts as done. */
  readonly follows?: string
  /** True for work that the product does by itself: not in the history, free of charge. */
  readonly isInternal: boolean
}

/** Checks a kind's type where it is written. */
export function defineKind<Config extends z.ZodObject>(kind: TaskKind<Config>): TaskKind<Config> {
  return kind
}
