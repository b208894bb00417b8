import type { BrowserContext } from '@playwright/test'

/** Requests that save a text. */
export const SAVES = '**/admin/file.srt/{edit,patch}'

/**
 * Pages opened from now on save through a dedicated worker, as in browsers without shared ones, whose requests the driver
 * can't see.
 */
export async function seeSaves(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'SharedWorker'))
}
