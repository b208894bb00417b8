import { randomId } from './random-id.ts'

/** Identifies this page, which gets no events of its own saves. */
export const pageId = randomId()
