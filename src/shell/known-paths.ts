import { useOutletContext } from 'react-router-dom'

/** Paths of all pages with `:names`; only for pages in the frame. */
export function useKnownPaths(): readonly string[] {
  return useOutletContext<readonly string[]>()
}
