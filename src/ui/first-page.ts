/** Named for tools that measure pages: all that was asked for before it is the first page. */
const FIRST_PAGE = 'first-page'

/** Marks that the first page stands, and what is fetched from now on lies beyond it. */
export function markFirstPage(): void {
  if (performance.getEntriesByName(FIRST_PAGE).length === 0) performance.mark(FIRST_PAGE)
}
