import { z } from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { keepBeforeLeaving } from '#src/api/leaving.ts'

/** Kept in this tab during the redirect: Google's answer is useless without it. */
const TICKET_KEY = 'google_ticket'
/** The page to return to, for a retry after a failure. */
const WANTED_KEY = 'google_wanted'

/** Google's parameters in the address; undefined if there are none. */
export function returnedFrom(query: URLSearchParams): { state: string } | undefined {
  const returned = z
    .object({
      state: z.string(),
      code: z.optional(z.string()),
      error: z.optional(z.string()),
      iss: z.optional(z.string()),
    })
    .safeParse(Object.fromEntries(query))
  return returned.success && (returned.data.code ?? returned.data.error) !== undefined ? returned.data : undefined
}

/**
 * Redirects to Google, which returns to the login page. Returns false where something that the user chose would be lost,
 * unless that `isAccepted`.
 */
export async function leaveForGoogle(redirect: string, isAccepted: boolean): Promise<boolean> {
  if (!(await keepBeforeLeaving()) && !isAccepted) return false
  const { url, ticket } = await call('beginGoogle', { class: 'begin', redirect })
  sessionStorage.setItem(TICKET_KEY, ticket)
  sessionStorage.setItem(WANTED_KEY, redirect)
  location.assign(url)
  return true
}

/** Signs in with Google's answer. The ticket works once. */
export async function finishAtGoogle(returned: { state: string }): Promise<DataOf<'finishGoogle'>> {
  const ticket = sessionStorage.getItem(TICKET_KEY) ?? 'none'
  sessionStorage.removeItem(TICKET_KEY)
  return call('finishGoogle', { class: 'finish', ticket, ...returned })
}

/** The page to return to after Google. */
export function wantedBefore(): string {
  return sessionStorage.getItem(WANTED_KEY) ?? ''
}
