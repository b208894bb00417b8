/** What the host asks its child process. */
export interface Question {
  readonly id: number
  readonly operation: string
  readonly input: unknown
}

/** What comes back: a value, or what went wrong. */
export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string }
