import { randomId } from './random-id.ts'

/** Tells this page from all others of the account: what it saves itself is not told to it. */
export const pageId = randomId()
