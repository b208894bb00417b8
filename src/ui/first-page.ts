/** Read by page measurements: requests before this mark belong to the first page. */
const FIRST_PAGE = 'first-page'

/** Marks that the first page is complete, so that later requests do not count for it. */
export function markFirstPage(): void {
  if (performance.getEntriesByName(FIRST_PAGE).length === 0) performance.mark(FIRST_PAGE)
}
