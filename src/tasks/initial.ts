import type { Initial } from './kind.ts'

/** A stored choice, if it is still valid. */
export function kept<T extends string>(initial: Initial | undefined, field: string, of: readonly T[], usual: T): T {
  return of.find((value) => value === initial?.[field]) ?? usual
}
