/** Where the user begins who did not ask for a page. */
const START_PAGE = '/lab/workspace'

/**
 * The page to go to after a sign-in. Only a path of ours: an address from outside would lead people away right after
 * they log in. Browsers read a backslash as a slash and leave out tabs and line ends, so none may be in it.
 */
export function safeRedirect(target: string | null | undefined): string {
  return target && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(target) ? target : START_PAGE
}
