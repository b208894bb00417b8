/**
 * Ways in which an engine fails: those that it can tell, a crash, no answer at all, half of an answer, and a service that
 * is busy for a minute and then works.
 */
export const faults = [
  'auth',
  'quota',
  'rate',
  'content',
  'input',
  'transient',
  'crash',
  'hangs',
  'half',
  'busy',
] as const
export type Fault = (typeof faults)[number]

/** What one process of the fault run does; `prepare` makes what all others work on. */
export interface Order {
  /** Tells one task from another. */
  readonly name: string
  readonly dataDir: string
  readonly video: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  /** Whether every step ends the process once. */
  readonly kills: boolean
  /** Engines of this port fail so. */
  readonly port?: string
  readonly fault?: Fault
}

export interface Place {
  readonly account_id: string
  readonly folder_id: string
  readonly video_id: string
  readonly file_id: string
}

/** What became of a task. */
export interface Outcome {
  readonly state: number
  readonly message: string
  readonly flagged: number
  /** Kinds of its credit entries, in order. */
  readonly credits: readonly string[]
  /** Steps that were begun, begun without an end, and brought to their end more than once. */
  readonly steps: number
  readonly interrupted: number
  readonly twice: number
}
