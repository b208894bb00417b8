import type { Initial } from './kind.ts'

/** A kept choice, where it is one of these. */
export function kept<T extends string>(initial: Initial | undefined, field: string, of: readonly T[], usual: T): T {
  return of.find((value) => value === initial?.[field]) ?? usual
}
