import { vi } from 'vitest'

/** Where both cores are taken, a second (Vitest's own limit) is too short for what a page does in a tenth of it. */
const LIMIT_MS = 15_000

/** Waits until a check of the page throws no more; returns what it returns. */
export const waitFor = <T>(
  check: () => T | Promise<T>,
  options: Parameters<typeof vi.waitFor>[1] = LIMIT_MS,
): Promise<T> => vi.waitFor(check, options)
