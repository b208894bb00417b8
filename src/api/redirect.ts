/** Only a path of ours: an address from outside would lead people away right after they log in. */
export function safeRedirect(target: string | null): string {
  return target && /^\/(?![/\\])/.test(target) ? target : '/lab/workspace'
}
