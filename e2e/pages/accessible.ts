import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Colours fade for a moment; a fault stays. One check of the editor takes many seconds on busy cores. */
const LASTING_MS = 60_000

/** Minor rules that are easily kept; a part of a page has no page heading. */
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
