import { z } from 'zod'
import { peopleLimits } from '../domain/workflow.ts'
import { call, none } from './call.ts'
import { id, idOrNone, text } from './fields.ts'

/** Who edits which cue. Nothing is stored: pages exchange it through the event stream. */
export const presenceCalls = {
  tellPresence: call({
    method: 'POST',
    path: '/aiclient/user.info/presence',
    access: 'visitor',
    summary: 'Send the user’s presence, with the line, to the other pages that have the version open',
    limits: { bodyBytes: 4096, perMinute: 1200 },
    input: z.object({
      file_id: id,
      /** Of the sending page. */
      page_id: id,
      person: text(peopleLimits.nameLength).default(''),
      /** Of the cue in focus; empty for none. */
      cue_id: idOrNone,
      /** Whether the page closes. */
      leaves: z.boolean().default(false),
    }),
    data: none,
  }),
}
