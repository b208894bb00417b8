/** The start page. */
const START_PAGE = '/lab/workspace'

/**
 * The page after a sign-in. Only own paths, against open redirects; browsers read a backslash as a slash and drop tabs
 * and line ends, so none may be in it.
 */
export function safeRedirect(target: string | null | undefined): string {
  return target && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(target) ? target : START_PAGE
}
