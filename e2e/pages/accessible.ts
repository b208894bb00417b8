import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Colours go from one to the other for a moment; a fault stays. One look at the editor takes many seconds where both cores are busy. */
const LASTING_MS = 60_000

/** Small by themselves, and easily kept; a part of a page has no heading of the whole. */
const keptIn = (within: string): readonly string[] =>
  within === 'body' ? ['empty-table-header', 'page-has-heading-one'] : ['empty-table-header']

/** Nothing serious for a screen reader on the page, or in one part of it. */
export async function noSeriousFault(page: Page, within = 'body'): Promise<void> {
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).include(within).analyze()
    const serious = violations.filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || keptIn(within).includes(id),
    )
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([])
  }).toPass({ timeout: LASTING_MS })
}
