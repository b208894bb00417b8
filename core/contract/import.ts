import { z } from 'zod'
import { call, forPrograms } from './call.ts'
import { id, idempotencyKey, language, text } from './fields.ts'
import { video } from './video.ts'

const link = {
  /** A link to an mp4 file, or to a share of Nextcloud, ownCloud, Dropbox or Google Drive. */
  url: text(2000, 1),
  /** Password of the share; empty if it has none. */
  password: text(500).default(''),
}

const MOST_FILES = 50

/** Imports of files on other servers as videos. */
export const importCalls = {
  listImportFiles: call({
    method: 'POST',
    path: '/admin/clouddisk.download/listfiles',
    access: 'customer',
    auth: forPrograms,
    limits: { perMinute: 30 },
    summary: 'The mp4 files of a link',
    input: z.object(link),
    data: z.object({
      list: z.array(
        z.object({
          /** Path in the share. */
          path: z.string(),
          name: z.string(),
          /** In bytes; null if unknown. */
          size: z.nullable(z.number()),
        }),
      ),
    }),
  }),
  importFiles: call({
    method: 'POST',
    path: '/admin/clouddisk.download/importfiles',
    access: 'customer',
    auth: forPrograms,
    limits: { perMinute: 120 },
    summary: 'Make a video of each mp4 file of a link; a task for each fetches it',
    input: z.object({
      ...link,
      folder_id: id,
      language: language.default('en'),
      /** Paths as `listfiles` returns them; by default all files. */
      files: z.array(text(4000, 1)).max(MOST_FILES).default([]),
      idempotency_key: idempotencyKey,
    }),
    data: z.object({ list: z.array(video) }),
  }),
}
