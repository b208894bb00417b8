import type { shareCalls } from '#core/contract/share.ts'
import type { Deps } from '../app/deps.ts'
import { endShare, listSharedVideos, listShares, shareVideo } from '../app/shares/shares.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about videos that other accounts work on too. */
export function shareHandlers(deps: Deps): HandlersOf<typeof shareCalls> {
  const { db } = deps
  return {
    shareVideo: (input, { accountId }) => shareVideo(db, accountId, input),
    listShares: ({ video_id }, { accountId }) => listShares(db, accountId, video_id),
    listSharedVideos: (_, { accountId, language }) => listSharedVideos(deps, accountId, language),
    endShare: ({ share_id }, { accountId }) => endShare(db, accountId, share_id).then(done),
  }
}
