import type { commentCalls } from '#core/contract/comment.ts'
import type { presenceCalls } from '#core/contract/presence.ts'
import { addComment, deleteComment, listComments, resolveComment } from '../app/review/comments.ts'
import { tellPresence } from '../app/review/presence.ts'
import type { Deps } from '../app/deps.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about people who work on one version: comments on its lines, and who is where. */
export function commentHandlers({ db }: Deps): HandlersOf<typeof commentCalls & typeof presenceCalls> {
  return {
    listComments: (input, { accountId }) => listComments(db, accountId, input),
    addComment: (input, { accountId }) => addComment(db, accountId, input),
    resolveComment: (input, { accountId }) => resolveComment(db, accountId, input),
    deleteComment: (input, { accountId }) => deleteComment(db, accountId, input).then(done),
    tellPresence: (input, { accountId }) => tellPresence(db, accountId, input).then(done),
  }
}
