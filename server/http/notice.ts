import type { noticeCalls } from '#core/contract/notice.ts'
import { allNotices, deleteNotice, openNotices, readNotice, saveNotice } from '../app/notices.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about notices. */
export const noticeHandlers: HandlersOf<typeof noticeCalls> = {
  listNotices: (_, context) => openNotices(context),
  readNotice: ({ id }, context) => readNotice(context, id).then(done),
  listStaffNotices: (input, { db }) => allNotices(db, input),
  saveNotice: (input, context) => saveNotice(context, input),
  deleteNotice: ({ id }, context) => deleteNotice(context, id).then(done),
}
