import { type CallName, contract } from '#core/contract/index.ts'

/** A call's method and path. */
export interface CallRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
}

/** Method and path of every call. Builds keep only these: schemas stay on the server (see vite.config.ts). */
export const callRoutes: Readonly<Record<CallName, CallRoute>> = contract
