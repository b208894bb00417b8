import type { DataOf } from '#core/contract/index.ts'

/** An account as its owner sees it. */
export type Profile = DataOf<'getProfile'>
