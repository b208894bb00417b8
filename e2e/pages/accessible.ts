import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious for a screen reader on the page, or in one part of it. */
export async function noSeriousFault(page: Page, within = 'body'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}
