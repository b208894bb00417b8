import { z } from 'zod'
import { call, none } from './call.ts'
import { text } from './fields.ts'

const dataExport = z.object({
  state: z.enum(['none', 'pending', 'ready', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** Bytes. */
  size: z.number(),
  /** Download address; empty until it is ready. */
  url: z.string(),
  created_at: z.string(),
  /** Its expiry. */
  expires_at: z.string(),
})

const privacy = z
  .object({
    export: dataExport,
    /** Date of the account's deletion; empty unless requested. */
    delete_after: z.string(),
    /** Days until then, counted from the request. */
    grace_days: z.number().int(),
  })
  .meta({ id: 'Privacy' })

const limits = { perMinute: 20, per: 'address' } as const

/** A user's data, to export or delete. */
export const privacyCalls = {
  getPrivacy: call({
    method: 'GET',
    path: '/admin/home.user/getprivacy',
    access: 'customer',
    summary: 'How far a copy of all that is yours is, and whether the account is being deleted',
    input: none,
    data: privacy,
  }),
  addExport: call({
    method: 'POST',
    path: '/admin/home.user/export',
    access: 'customer',
    limits,
    summary: 'Make a zip of all that is yours; while one is being made, that one is meant',
    input: none,
    data: privacy,
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/admin/home.user/deleteaccount',
    access: 'customer',
    limits,
    summary: 'Delete the account after some days; its password is asked for, or its name where it has none',
    input: z.object({ password: text(200, 1) }),
    data: privacy,
  }),
  keepAccount: call({
    method: 'POST',
    path: '/admin/home.user/keepaccount',
    access: 'customer',
    summary: 'Take the wish back that the account be deleted',
    input: none,
    data: privacy,
  }),
}
