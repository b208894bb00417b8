import { z } from 'zod'
import { ownListKinds, ownListLimits } from '../domain/own-list.ts'
import { call } from './call.ts'
import { id, revision, text } from './fields.ts'

const items = z.array(z.object({ id: z.string(), value: z.string() }))
const sentItems = z.array(z.object({ id, value: text(ownListLimits.length) })).max(ownListLimits.most)

/** Lists of a user: macros, quality profiles. */
export const ownListCalls = {
  getOwnList: call({
    method: 'GET',
    path: '/admin/home.user/getlist',
    access: 'visitor',
    summary: 'A list of the account, such as macros; revision 0 where nothing is stored yet',
    input: z.object({ kind: z.enum(ownListKinds) }),
    data: z.object({ revision: z.number().int(), items }),
  }),
  setOwnList: call({
    method: 'POST',
    path: '/admin/home.user/setlist',
    access: 'visitor',
    limits: { bodyBytes: 8 * 1024 ** 2, perMinute: 120 },
    summary:
      'Store a list of the account at `revision`; a stale revision writes nothing and is answered with the stored list',
    input: z.object({ kind: z.enum(ownListKinds), revision, items: sentItems }),
    data: z.object({ is_kept: z.boolean(), revision: z.number().int(), items }),
  }),
}
