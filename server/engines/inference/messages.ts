/** A request of the host to its child process. */
export interface Question {
  readonly id: number
  readonly operation: string
  readonly input: unknown
}

/** The answer: a value, or an error. */
export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string }
