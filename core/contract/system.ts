import { z } from 'zod'
import { call, none } from './call.ts'
import { text } from './fields.ts'

/** Facts of the installation, and reports of pages. */
export const systemCalls = {
  getSystem: call({
    method: 'GET',
    path: '/admin/home.system/getinfo',
    access: 'public',
    isAlways: true,
    summary: 'Version of the application, the languages of its language menu, and the ways to sign in',
    input: none,
    data: z.object({
      version: z.string(),
      languages: z.array(z.string()),
      /** Whether Google sign-in is available. */
      google: z.boolean(),
      /** Whether letters with links can be sent: to prove addresses and set new passwords. */
      mail: z.boolean(),
    }),
  }),
  addPageView: call({
    method: 'POST',
    path: '/admin/log.website/add',
    access: 'public',
    limits: { bodyBytes: 16 * 1024, perMinute: 240, per: 'address' },
    summary: 'Record a page view; the user is taken from the token',
    input: z.object({
      event: z.literal('page_view'),
      path: text(2000, 1),
      title: text(200),
      /** As the page knows the user. Checked and not stored: the token identifies the user. */
      user_id: text(64).default(''),
      name: text(200).default(''),
      cname: text(200).default(''),
      ckey: text(64).default(''),
      customer_type: z.number().int().min(-1).max(1000).default(-1),
    }),
    data: none,
  }),
  addLoginLog: call({
    method: 'POST',
    path: '/admin/log.login/add',
    access: 'visitor',
    limits: { bodyBytes: 16 * 1024, perMinute: 30 },
    summary: 'Record a sign-in: how, and with which browser',
    input: z.object({ way: z.enum(['account', 'google', 'anonymous']), browser: text(500).default('') }),
    data: none,
  }),
  addUploadError: call({
    method: 'POST',
    path: '/admin/log.upload/error',
    access: 'visitor',
    limits: { bodyBytes: 16 * 1024, perMinute: 60 },
    summary: 'Record why an upload failed in the browser',
    input: z.object({
      file_name: text(500),
      /** Bytes. */
      size: z
        .number()
        .int()
        .min(0)
        .max(2 ** 50)
        .default(0),
      /** Where it failed, such as `probe` or `part`. */
      step: text(40).default(''),
      message: text(1000),
    }),
    data: none,
  }),
}
