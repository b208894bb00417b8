/** How a message is shown, and what else the browser does. */
export type Reaction = 'error' | 'info' | 'login' | 'maintenance'

interface ErrorRow {
  readonly code: number
  readonly reaction: Reaction
  /** Key in the `errors` catalogue for an answer without a message. */
  readonly fallback: string
}

/** Every code of the envelope. Server and browser both read this table. */
export const errorTable = {
  not_permitted: { code: 2401, reaction: 'error', fallback: 'not_permitted' },
  no_token: { code: 2402, reaction: 'login', fallback: 'no_token' },
  token_expired: { code: 2403, reaction: 'login', fallback: 'token_expired' },
  maintenance: { code: 3001, reaction: 'maintenance', fallback: 'maintenance' },
  refused: { code: 1001, reaction: 'error', fallback: 'operation_failed' },
  not_found: { code: 1002, reaction: 'info', fallback: 'no_data' },
  failed: { code: 1003, reaction: 'error', fallback: 'operation_failed' },
  notice: { code: 1004, reaction: 'info', fallback: 'operation_failed' },
  busy: { code: 1005, reaction: 'info', fallback: 'busy_now' },
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof errorTable

export const OK = 0

type KnownRow = (typeof errorTable)[ErrorName]

/** Row for a code; an unknown one shows the server's message as an error. */
export function reactionTo(code: number): Pick<KnownRow, 'reaction' | 'fallback'> {
  return Object.values<KnownRow>(errorTable).find((row) => row.code === code) ?? errorTable.failed
}
