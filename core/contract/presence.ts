import { z } from 'zod'
import { peopleLimits } from '../domain/workflow.ts'
import { call, none } from './call.ts'
import { id, idOrNone, text } from './fields.ts'

/** Who is at which line. Nothing of it is stored: pages tell each other through the event stream. */
export const presenceCalls = {
  tellPresence: call({
    method: 'POST',
    path: '/aiclient/user.info/presence',
    access: 'visitor',
    summary: 'Tell the other pages that have a version open who is here, and at which line',
    limits: { bodyBytes: 4096, perMinute: 1200 },
    input: z.object({
      file_id: id,
      /** Of the page that tells it. */
      page_id: id,
      person: text(peopleLimits.nameLength).default(''),
      /** Of the line in focus; empty for none. */
      cue_id: idOrNone,
      /** Whether the page closes. */
      leaves: z.boolean().default(false),
    }),
    data: none,
  }),
}
