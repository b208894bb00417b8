import type { BrowserContext } from '@playwright/test'

/** Requests that save a text. */
export const SAVES = '**/admin/file.srt/{edit,patch}'

/**
 * Pages that open from now on save through a worker of their own, as where a browser has no shared ones: the driver neither
 * sees nor holds requests of those.
 */
export async function seeSaves(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'SharedWorker'))
}
