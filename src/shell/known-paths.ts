import { useOutletContext } from 'react-router-dom'

/** Addresses of all pages, with `:names` in them; only for pages in the frame. */
export function useKnownPaths(): readonly string[] {
  return useOutletContext<readonly string[]>()
}
