import { z } from 'zod'
import { call, none } from './call.ts'
import { text } from './fields.ts'

/** What the installation itself tells, and what pages report to it. */
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
      /** Whether people can sign in by Google here. */
      google: z.boolean(),
      /** Whether letters with links are sent: they prove addresses, and lead to a new password. */
      mail: z.boolean(),
    }),
  }),
  addPageView: call({
    method: 'POST',
    path: '/admin/log.website/add',
    access: 'public',
    limits: { bodyBytes: 16 * 1024, perMinute: 240, per: 'address' },
    summary: 'Note that a page was looked at; who it was is taken from the token',
    input: z.object({
      event: z.literal('page_view'),
      path: text(2000, 1),
      title: text(200),
      /** As the page knows the person. They are checked and not kept: the token tells who it was. */
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
    summary: 'Note a sign-in: how, and with which browser',
    input: z.object({ way: z.enum(['account', 'google', 'anonymous']), browser: text(500).default('') }),
    data: none,
  }),
  addUploadError: call({
    method: 'POST',
    path: '/admin/log.upload/error',
    access: 'visitor',
    limits: { bodyBytes: 16 * 1024, perMinute: 60 },
    summary: 'Note why an upload failed in the browser',
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
