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
    summary: 'Progress of the copy of the account’s data, and whether the account is being deleted',
    input: none,
    data: privacy,
  }),
  addExport: call({
    method: 'POST',
    path: '/admin/home.user/export',
    access: 'customer',
    limits,
    summary: 'Make a zip of the account’s data; while one is being made, the call refers to it',
    input: none,
    data: privacy,
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/admin/home.user/deleteaccount',
    access: 'customer',
    limits,
    summary: 'Delete the account after some days; needs its password, or its name where it has none',
    input: z.object({ password: text(200, 1) }),
    data: privacy,
  }),
  keepAccount: call({
    method: 'POST',
    path: '/admin/home.user/keepaccount',
    access: 'customer',
    summary: 'Cancel the deletion of the account',
    input: none,
    data: privacy,
  }),
}
