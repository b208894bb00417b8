import { z } from 'zod'
import { call, forPrograms } from './call.ts'
import { id, int32, text } from './fields.ts'

const uploadState = z
  .object({
    upload_id: z.string(),
    part_size: z.number().int(),
    /** Numbers of the received parts, from 1. */
    parts: z.array(z.number().int()),
    part_count: z.number().int(),
  })
  .meta({ id: 'UploadState' })

export const uploadCalls = {
  getUploadToken: call({
    method: 'GET',
    path: '/admin/home.upload/gettoken',
    access: 'customer',
    auth: forPrograms,
    scope: 'write',
    summary: 'Begin an upload in parts',
    limits: { perMinute: 300 },
    input: z.object({
      file_name: text(255, 1),
      class: z.literal('video'),
      /** In bytes. */
      size: z.coerce.number().int().min(0),
      folder_id: id.optional(),
    }),
    data: uploadState.extend({
      uploadurl: z.string(),
      limits: z.object({ extensions: z.array(z.string()), max_bytes: z.number(), min_bytes: z.number() }),
    }),
  }),
  getAvatarToken: call({
    method: 'GET',
    path: '/admin/home.upload/gettoken',
    access: 'visitor',
    summary: 'An address to PUT a speaker’s picture to, and its later address',
    input: z.object({ file_name: text(255, 1), class: z.literal('folder_role'), folder_id: id }),
    data: z.object({ uploadurl: z.string(), url: z.string(), max_bytes: z.number().int() }),
  }),
  uploadPart: call({
    method: 'POST',
    path: '/admin/home.upload/part',
    access: 'customer',
    auth: forPrograms,
    summary: 'The state of an upload, and the signed address for one of its parts',
    input: z.object({
      upload_id: id,
      part_number: int32({ min: 1 }).optional(),
      /** Where the video is to go: refused where that folder is gone, before more is sent for nothing. */
      folder_id: id.optional(),
    }),
    data: uploadState.extend({ uploadurl: z.string() }),
  }),
}
