import { type CallName, contract } from '#core/contract/index.ts'

/** Where a call goes. */
export interface CallRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
}

/** Method and path of every call. A build keeps only these two: the schemas stay on the server (see vite.config.ts). */
export const callRoutes: Readonly<Record<CallName, CallRoute>> = contract
