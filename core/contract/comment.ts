import { z } from 'zod'
import { commentLimits } from '../domain/comments.ts'
import { peopleLimits } from '../domain/workflow.ts'
import { call, none } from './call.ts'
import { id, idempotencyKey, int32, text } from './fields.ts'

const comment = z
  .object({
    comment_id: z.string(),
    /** Of the cue, which may be deleted since. */
    cue_id: z.string(),
    /** Start of the cue when the comment was written, in milliseconds. */
    start: z.number().int(),
    text: z.string(),
    person: z.string(),
    create_time: z.string(),
    /** Who resolved it; empty while it is open. */
    resolved_by: z.string(),
    resolve_time: z.string(),
    /** Whether the caller wrote it. */
    is_own: z.boolean(),
  })
  .meta({ id: 'LineComment' })
export type LineComment = z.infer<typeof comment>

const person = text(peopleLimits.nameLength).default('')

/** Comments on cues. */
export const commentCalls = {
  listComments: call({
    method: 'GET',
    path: '/admin/file.srt/comments',
    access: 'visitor',
    summary: 'Comments on the lines of a version, the oldest first',
    input: z.object({ file_id: id, person }),
    data: z.object({ list: z.array(comment) }),
  }),
  addComment: call({
    method: 'POST',
    path: '/admin/file.srt/addcomment',
    access: 'visitor',
    summary: 'Write a comment on a line; the same key writes it once',
    input: z.object({
      file_id: id,
      cue_id: id,
      start: int32({ min: 0 }),
      text: z.string().trim().pipe(text(commentLimits.textLength, 1)),
      person,
      idempotency_key: idempotencyKey,
    }),
    data: comment,
  }),
  resolveComment: call({
    method: 'POST',
    path: '/admin/file.srt/resolvecomment',
    access: 'visitor',
    summary: 'Resolve a comment, or reopen it',
    input: z.object({ comment_id: id, resolved: z.boolean(), person }),
    data: comment,
  }),
  deleteComment: call({
    method: 'DELETE',
    path: '/admin/file.srt/delcomment',
    access: 'visitor',
    summary: 'Delete a comment of the caller',
    input: z.object({ comment_id: id, person }),
    data: none,
  }),
}
