import type { Page } from '@playwright/test'
import { englishAmong, namesOnPage } from '#tests/support/names.ts'

/** Names and tooltips on a page that are only in English, except its data. */
export async function englishNames(page: Page, data: readonly string[] = []): Promise<string[]> {
  return englishAmong(await page.evaluate(namesOnPage), data)
}
