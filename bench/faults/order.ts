/**
 * Ways of engine failure: reported errors, a crash, no answer, half an answer, and a service that is busy for a minute.
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

/** An order to a process of the fault run; `prepare` makes the common data. */
export interface Order {
  /** A unique name of the task. */
  readonly name: string
  readonly dataDir: string
  readonly video: string
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  /** Whether every step kills the process once. */
  readonly kills: boolean
  /** Engines of this port fail in this way. */
  readonly port?: string
  readonly fault?: Fault
}

export interface Place {
  readonly account_id: string
  readonly folder_id: string
  readonly video_id: string
  readonly file_id: string
}

/** The result of a task. */
export interface Outcome {
  readonly state: number
  readonly message: string
  readonly flagged: number
  /** Kinds of its credit entries, in order. */
  readonly credits: readonly string[]
  /** Steps that were started, started without an end, and finished more than once. */
  readonly steps: number
  readonly interrupted: number
  readonly twice: number
}
