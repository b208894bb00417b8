import { z } from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'

/** Kept in this tab while the person is at Google: without it nobody signs in with what Google sends back. */
const TICKET_KEY = 'google_ticket'
/** The page that was wanted: for another try where Google signs nobody in. */
const WANTED_KEY = 'google_wanted'

/** What Google sent back in the address; undefined where the address is no answer of Google's. */
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

/** Leaves for Google, which sends the person back to the login page. */
export async function leaveForGoogle(redirect: string): Promise<void> {
  const { url, ticket } = await call('beginGoogle', { class: 'begin', redirect })
  sessionStorage.setItem(TICKET_KEY, ticket)
  sessionStorage.setItem(WANTED_KEY, redirect)
  location.assign(url)
}

/** Signs in with what came back. The ticket is good for one answer. */
export async function finishAtGoogle(returned: { state: string }): Promise<DataOf<'finishGoogle'>> {
  const ticket = sessionStorage.getItem(TICKET_KEY) ?? 'none'
  sessionStorage.removeItem(TICKET_KEY)
  return call('finishGoogle', { class: 'finish', ticket, ...returned })
}

/** The page that was wanted when the user left for Google. */
export function wantedBefore(): string {
  return sessionStorage.getItem(WANTED_KEY) ?? ''
}
