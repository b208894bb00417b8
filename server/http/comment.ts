import type { commentCalls } from '#core/contract/comment.ts'
import type { presenceCalls } from '#core/contract/presence.ts'
import type { readingCalls } from '#core/contract/reading.ts'
import { addComment, deleteComment, listComments, resolveComment } from '../app/review/comments.ts'
import { tellPresence } from '../app/review/presence.ts'
import { listReadings, settleReadings } from '../app/review/readings.ts'
import type { Deps } from '../app/deps.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about collaboration on a version: comments, other readings, presence. */
export function commentHandlers({
  db,
}: Deps): HandlersOf<typeof commentCalls & typeof presenceCalls & typeof readingCalls> {
  return {
    listComments: (input, { accountId }) => listComments(db, accountId, input),
    addComment: (input, { accountId }) => addComment(db, accountId, input),
    resolveComment: (input, { accountId }) => resolveComment(db, accountId, input),
    deleteComment: (input, { accountId }) => deleteComment(db, accountId, input).then(done),
    listReadings: ({ file_id }, { accountId }) => listReadings(db, accountId, file_id),
    settleReadings: (input, { accountId }) => settleReadings(db, accountId, input).then(done),
    tellPresence: (input, { accountId }) => tellPresence(db, accountId, input).then(done),
  }
}
